/** The id of the line that says what became of somebody's session: the last word counts. */
export const SESSION_TOAST_ID = 'session';
