"""The filter of system calls, run by an interpreter of such programs written here: both processors are tested on any."""

import errno
import struct

import pytest

from gnomon.sandbox.guest.seccomp import UnknownMachineError, compile_filter

pytestmark = pytest.mark.slow

ALLOW, KILL = 0x7FFF0000, 0x80000000
REFUSED, NOT_THERE = 0x50000 | errno.EPERM, 0x50000 | errno.ENOSYS
X86, ARM = 0xC000003E, 0xC00000B7  # AUDIT_ARCH_X86_64, AUDIT_ARCH_AARCH64 of linux/audit.h
# Numbers from the kernel's tables: arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h.
CALLS = {
    "x86_64": {"read": 0, "mmap": 9, "clone": 56, "openat": 257, "fcntl": 72, "prlimit64": 302, "clone3": 435, "futex": 202},
    "aarch64": {"read": 63, "mmap": 222, "clone": 220, "openat": 56, "fcntl": 25, "prlimit64": 261, "clone3": 435, "futex": 98},
}
FORBIDDEN = {
    "x86_64": {
        "fork": 57,
        "vfork": 58,
        "execve": 59,
        "kill": 62,
        "socket": 41,
        "ptrace": 101,
        "unlink": 87,
        "connect": 42,
        "creat": 85,
    },
    "aarch64": {
        "execve": 221,
        "kill": 129,
        "socket": 198,
        "ptrace": 117,
        "unlinkat": 35,
        "connect": 203,
        "mkdirat": 34,
        "bpf": 280,
    },
}


def _decide(machine, number, *arguments, arch=None):
    """Run the program on one system call as the kernel would (linux/filter.h) and return what it says."""
    program = [struct.unpack_from("=HBBI", compile_filter(machine), start) for start in range(0, len(compile_filter(machine)), 8)]
    data = struct.pack(
        "=iIQ6Q", number, arch or {"x86_64": X86, "aarch64": ARM}[machine], 0, *arguments, *[0] * (6 - len(arguments))
    )
    place = accumulator = 0
    while True:
        code, jump_true, jump_false, constant = program[place]
        place += 1
        if code == 0x20:
            accumulator = struct.unpack_from("=I", data, constant)[0]
        elif code == 0x06:
            return constant
        else:
            true = {0x15: accumulator == constant, 0x35: accumulator >= constant, 0x45: accumulator & constant != 0}[code]
            place += jump_true if true else jump_false


@pytest.fixture(params=["x86_64", "aarch64"])
def machine(request):
    return request.param


def test_calls_of_computing_are_allowed(machine):
    for name in ("read", "mmap", "futex"):
        assert _decide(machine, CALLS[machine][name]) == ALLOW


def test_new_processes_files_sockets_and_signals_are_refused(machine):
    assert {_decide(machine, number) for number in FORBIDDEN[machine].values()} == {REFUSED}


def test_a_thread_is_allowed_and_a_process_or_a_namespace_is_not(machine):
    clone = CALLS[machine]["clone"]
    assert _decide(machine, clone, 0x3D0F00) == ALLOW  # the flags of pthread_create
    assert _decide(machine, clone, 0x1200011) == REFUSED  # those of fork
    assert _decide(machine, clone, 0x3D0F00 | 0x10000000) == REFUSED  # with a user namespace
    assert _decide(machine, CALLS[machine]["clone3"]) == NOT_THERE


@pytest.mark.parametrize("flags", [0o1, 0o2, 0o100, 0o1000, 0o2000, 0o20200002])
def test_a_file_is_opened_for_reading_only(machine, flags):
    openat = CALLS[machine]["openat"]
    assert _decide(machine, openat, 0, 0, 0o2000000) == ALLOW  # O_RDONLY | O_CLOEXEC
    assert _decide(machine, openat, 0, 0, flags) == REFUSED


def test_commands_on_descriptors_are_chosen(machine):
    fcntl = CALLS[machine]["fcntl"]
    assert {_decide(machine, fcntl, 3, command) for command in (0, 1, 2, 3, 4, 1030)} == {ALLOW}
    assert {_decide(machine, fcntl, 3, command) for command in (8, 10, 15, 1024, 1026)} == {REFUSED}


def test_limits_are_its_own_only(machine):
    assert _decide(machine, CALLS[machine]["prlimit64"], 0) == ALLOW
    assert _decide(machine, CALLS[machine]["prlimit64"], 1) == REFUSED


def test_calls_of_another_processor_end_the_process():
    assert _decide("x86_64", 0, arch=0x40000003) == KILL  # 32 bits
    assert _decide("x86_64", 0x40000000) == REFUSED  # x32


def test_another_processor_is_refused_with_those_that_are_known():
    with pytest.raises(UnknownMachineError, match="x86_64 and aarch64, not for 'riscv64'"):
        compile_filter("riscv64")
