/** The length of the list of newest cruds: more than a page of 50, because expired and burned ones are left out of it. */
export const NEWEST_CRUDS = 80;
