from gnomon.serving import TokenBuckets


def test_a_bucket_gives_its_burst_at_once_and_then_its_pace():
    now = [0.0]
    buckets = TokenBuckets(per_minute=30, burst=3, clock=lambda: now[0])
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 2]  # 30 a minute: one in two seconds
    now[0] = 1.5
    assert buckets.take("a") == 0.5
    now[0] = 2.0
    assert [buckets.take("a"), buckets.take("a")] == [0, 2]


def test_what_is_given_back_was_never_taken():
    buckets = TokenBuckets(per_minute=1, burst=2, clock=lambda: 0.0)
    buckets.take("a")
    buckets.give_back("a")
    assert [buckets.take("a") == 0 for _ in range(3)] == [True, True, False]


def test_one_caller_does_not_use_up_what_is_anothers():
    buckets = TokenBuckets(per_minute=1, burst=1, clock=lambda: 0.0)
    assert [buckets.take(holder) == 0 for holder in "aba"] == [True, True, False]


def test_a_bucket_is_never_fuller_than_its_burst():
    now = [0.0]
    buckets = TokenBuckets(per_minute=60, burst=2, clock=lambda: now[0])
    buckets.take("a")
    now[0] = 1e6
    assert [buckets.take("a") == 0 for _ in range(3)] == [True, True, False]
