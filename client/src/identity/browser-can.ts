/** Whether this browser, on this page, can make and use passkeys. */
export function canUsePasskeys(): boolean {
  return (
    window.isSecureContext &&
    typeof (window as Partial<Window & typeof globalThis>).PublicKeyCredential === 'function'
  );
}
