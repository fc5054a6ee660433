/** What a token says about itself. Read without verifying: the server is the one that judges. */
export type Claims = {
  sub: string;
  /** Seconds of the issuer's clock. */
  exp: number;
};

/** Null for anything that is no token with `sub` and `exp`. */
export function readClaims(token: string): Claims | null {
  try {
    const part = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(part.replace(/-/gu, '+').replace(/_/gu, '/')), (sign) =>
      sign.charCodeAt(0),
    );
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Record<string, unknown>>;
    if (typeof claims.sub !== 'string' || typeof claims.exp !== 'number') return null;
    return { sub: claims.sub, exp: claims.exp };
  } catch {
    return null;
  }
}
