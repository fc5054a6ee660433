/** Whether this browser, on this page, can make and use passkeys: insecure pages have no such thing. */
export function supportsPasskeys(): boolean {
  return typeof (window as Partial<Window & typeof globalThis>).PublicKeyCredential === 'function';
}
