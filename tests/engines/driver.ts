/** A browser with one storage, as far as every engine's driver can serve it. */
export interface Driver extends AsyncDisposable {
  openTab(): Promise<DriverTab>;
}

export interface DriverTab {
  goTo(url: string): Promise<void>;
  /** The value of an expression in the page. */
  evaluate<T>(expression: string): Promise<T>;
  /** Clicks the element that an expression returns, as a person does. */
  click(expression: string): Promise<void>;
  /** Types into the focused element, one key after the other without a pause. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  close(): Promise<void>;
}

export type Key = 'Enter' | 'Escape' | 'Tab' | 'Shift+Tab';
