/** What the pool's refusals look like to a machine. */
export const refusal = (name: string, message: string) => ({ error: { name, message } });

export const NETWORK_ERROR = refusal('NetworkError', 'A network error has occurred.');
