const INITIAL_SIZE = 1000;

/** SQLSTATEs of a statement that was cut off: it or a lock took too long, or it was in a deadlock. */
const CUT_OFF_CODES: readonly unknown[] = ['57014', '55P03', '40P01'];

function isCutOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && CUT_OFF_CODES.includes(error.code)) || error.message.includes('Query read timeout')
  );
}

/**
 * Repeats a deletion of at most `size` rows, which returns the number deleted, until it deletes fewer. One that the store cuts off
 * is repeated with half the size, so that a slow store makes progress.
 */
export async function deleteInBatches(deleteBatch: (size: number) => Promise<number>): Promise<void> {
  let size = INITIAL_SIZE;
  for (;;) {
    try {
      if ((await deleteBatch(size)) < size) return;
    } catch (error) {
      if (size === 1 || !isCutOff(error)) throw error;
      size = Math.ceil(size / 2);
    }
  }
}
