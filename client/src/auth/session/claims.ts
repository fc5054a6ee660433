/** A token's claims, read without verification, which is the server's task. */
export type Claims = {
  sub: string;
  /** Seconds of the issuer's clock. */
  exp: number;
};

/** Null for anything but a token with `sub` and `exp`. */
export function readClaims(token: string): Claims | null {
  try {
    const part = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(part.replace(/-/gu, '+').replace(/_/gu, '/')), (char) =>
      char.charCodeAt(0),
    );
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Record<string, unknown>>;
    if (typeof claims.sub !== 'string' || typeof claims.exp !== 'number') return null;
    return { sub: claims.sub, exp: claims.exp };
  } catch {
    return null;
  }
}
