/** sysexits' EX_CONFIG: trying again changes nothing until somebody changes the surroundings. */
export const EXIT_BAD_CONFIGURATION = 78;

/** Why the program cannot start, in one line that says what to do. */
export class StartFault extends Error {
  readonly exitCode = EXIT_BAD_CONFIGURATION;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartFault';
  }
}
