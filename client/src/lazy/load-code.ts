/**
 * Loads a part of the program. Code that does not arrive says nothing about the session, so that the failure is the one of a
 * lost connection, in the library's words.
 */
export async function importOrNetworkError<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (cause) {
    throw Object.assign(new Error('A network error has occurred.', { cause }), { name: 'NetworkError' });
  }
}
