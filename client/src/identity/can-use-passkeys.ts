/** Whether this browser can ask for a passkey here: it knows WebAuthn, and the page came safely. */
export function canUsePasskeys(): boolean {
  return globalThis.isSecureContext && 'PublicKeyCredential' in globalThis;
}
