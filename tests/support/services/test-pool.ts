import pg from 'pg';

export type TestPool = AsyncDisposable & { pool: pg.Pool };

/**
 * Connections without the product's time limits. Disposing waits until the sockets have closed: `pool.end()` resolves
 * before, and dropping a database meanwhile sends each of them an error that is not caught.
 */
export function openTestPool(config: pg.PoolConfig): TestPool {
  const pool = new pg.Pool(config);
  return {
    pool,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => {
        let open = pool.totalCount;
        if (open === 0) resolve();
        pool.on('remove', () => (open -= 1) === 0 && resolve());
      });
      await pool.end();
      await closed;
    },
  };
}
