/** A command that names nothing that exists. Its message is printed. */
export class OperatorFault extends Error {}

export const noReport = (uuid: string) => new OperatorFault(`There is no open report ${uuid}.`);

export const noPerson = (handle: string) => new OperatorFault(`There is no person @${handle}.`);
