import { until } from '../support/until.ts';
import type { DriverTab } from './driver.ts';

type Role = 'button' | 'link' | 'radio' | 'textbox';

/** What a person does in a tab, in every engine. Each waits until it is possible. */
export interface Tab extends DriverTab {
  clickOn(role: Role, name: string): Promise<void>;
  /** Replaces the text of a field by typing. */
  fill(label: string, text: string): Promise<void>;
  untilText(text: string): Promise<void>;
  untilTrue(expression: string): Promise<void>;
}

/** The first visible element of a role with an accessible name: its label, or the text that it shows. */
const FIND = `((role, name) => {
  const selectors = {
    button: 'button, [role=button]',
    link: 'a[href]',
    radio: 'input[type=radio]',
    textbox: 'textarea, input:not([type=radio], [type=checkbox], [type=hidden])',
  };
  const nameOf = (element) =>
    element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText ?? element.innerText;
  const isNamed = (element) => nameOf(element).trim() === name || element.placeholder === name;
  // A dialog covers the page.
  const root = document.querySelector('[role=dialog]') ?? document;
  return [...root.querySelectorAll(selectors[role])].find(
    (element) => element.checkVisibility() && !element.disabled && isNamed(element),
  ) ?? null;
})`;

const TIMEOUT_MS = 30_000;

export function createTab(tab: DriverTab): Tab {
  const find = (role: Role, name: string) => `${FIND}(${JSON.stringify(role)}, ${JSON.stringify(name)})`;
  const untilTrue = async (expression: string, what = expression) => {
    const isTrue = () => tab.evaluate<boolean>(expression).catch(() => false);
    await until(isTrue, { what, timeoutMs: TIMEOUT_MS });
  };
  const clickOn = async (role: Role, name: string) => {
    await untilTrue(`${find(role, name)} !== null`, `there is the ${role} ${name}`);
    await tab.click(find(role, name));
  };
  return {
    ...tab,
    clickOn,
    async fill(label, text) {
      await clickOn('textbox', label);
      await tab.evaluate(`document.activeElement.select()`);
      await tab.type(text);
    },
    untilText: (text) =>
      untilTrue(`document.body.innerText.includes(${JSON.stringify(text)})`, `the page shows ${text}`),
    untilTrue,
  };
}
