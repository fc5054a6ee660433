/** The same key for both orders of two people. */
export const pairKey = (one: string, other: string): string => [one, other].sort().join(' ');
