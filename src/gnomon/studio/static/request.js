// Requests to our own server: JSON, the CSRF token, and who is signed out signs in again without leaving the page.
import { signInAgain } from "./sign-in.js";

/** The token that the page was given, or the newer one since signing in again. */
export const csrf = () => document.querySelector('meta[name="csrf"]').content;

/** Send JSON; resolves to the Response whatever its status, rejects where the network fails.
 *  A 401 asks to sign in and then sends once more. */
export async function send(method, url, body, { keepalive = false } = {}) {
  const options = () => ({
    method,
    headers: { "X-CSRF": csrf(), Accept: "application/json", ...(body !== undefined && { "Content-Type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
    keepalive,
  });
  const response = await fetch(url, options());
  if (response.status !== 401 || keepalive) return response;
  await signInAgain();
  return fetch(url, options());
}
