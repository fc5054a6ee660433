/** One mail of the pool. A null `to` is a decoy: it costs what a real one costs and reaches nobody. */
export type Mail = { to: string | null; subject: string; text: string; code: string; sent_at: Date };

/** Takes a mail on; resolves when it is safely kept, not when it has arrived. */
export type Mailer = { send(mail: Mail): Promise<void> };
