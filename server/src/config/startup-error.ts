/** EX_CONFIG of sysexits: a restart fails again until the configuration or the environment changes. */
export const EXIT_CONFIG = 78;

/** The reason why the program cannot start, in one line with what to do. */
export class StartupError extends Error {
  readonly exitCode = EXIT_CONFIG;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupError';
  }
}
