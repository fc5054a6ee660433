/** sysexits' EX_CONFIG: trying again changes nothing until somebody changes the surroundings. */
export const EXIT_CONFIG = 78;

/** Why the program cannot start, in one line that says what to do. */
export class StartupError extends Error {
  readonly exitCode = EXIT_CONFIG;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartFault';
  }
}
