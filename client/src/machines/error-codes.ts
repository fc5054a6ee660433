const UNKNOWN = ['generic_500'] as const;

/** The codes that a failure carries as `codes`; whatever else was thrown is `generic_500`, as the catalogue says. */
export function codesOf(error: unknown): readonly string[] {
  if (typeof error !== 'object' || error === null || !('codes' in error)) return UNKNOWN;
  const { codes } = error;
  const known = Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : [];
  return known.length > 0 ? known : UNKNOWN;
}
