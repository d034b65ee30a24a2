/** Leaves the app for a page that the server gives: public pages, sign-in, sign-out. */
export function leaveFor(path: string): void {
  window.location.assign(path);
}

/** Begins the page anew, with nothing of what it held in memory. */
export function reloadPage(): void {
  window.location.reload();
}

/** The sign-in page, which brings the person back to `next`. */
export function signInPath(next: string): string {
  return `/api/login?next=${encodeURIComponent(next)}`;
}
