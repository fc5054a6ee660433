/**
 * Loads a lazy chunk. A chunk that fails to load is no statement about the session, so the error is the one with which Amplify
 * reports a lost connection.
 * @throws {Error} named `NetworkError`
 */
export async function importOrNetworkError<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw Object.assign(new Error('A network error has occurred.', { cause }), { name: 'NetworkError' });
  }
}
