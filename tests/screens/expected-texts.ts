import type { Page } from 'playwright-core';

type TextRole = 'heading' | 'link' | 'button' | 'radio' | 'label' | 'placeholder' | 'text';

/** Texts of one kind. */
type ExpectedTexts = readonly [kind: TextRole, ...texts: (string | RegExp)[]];

/** Section 2 of the specification, word for word: the texts of each state on a desktop. */
export const expectedTexts: Readonly<Record<string, readonly ExpectedTexts[]>> = {
  'home-visitor': [
    ['link', 'Home', 'More', 'Join Now', 'Sign In', 'About!', 'Terms of Service', 'Privacy Policy'],
    ['heading', 'Home', 'Join The Party'],
    ['text', 'Have something you want to say?', "Don't think about it, just crud it!"],
    ['text', "Regret it? No worries, We'll forget it..."],
    ['placeholder', 'Search Cruddur'],
  ],
  home: [
    ['link', 'Home', /^Notifications/, /^Messages/, 'Profile', 'More'],
    ['heading', 'Home', 'Trending', 'Suggested Users'],
    ['button', 'Crud', /Andrew Brown @andrewbrown/],
    ['placeholder', 'Search Cruddur'],
    ['text', /^#CloudProject$/, /^[\d,]+ cruds$/],
  ],
  account: [['button', 'Sign Out']],
  'home-empty': [['text', 'Nothing to see here yet']],
  notifications: [['heading', 'Notifications']],
  'notifications-empty': [['text', 'Nothing to see here yet']],
  composing: [
    ['radio', '30 days', '7 days', '3 days', '1 day', '12 hours', '3 hours', '1 hour'],
    ['button', 'Crud'],
    ['text', /^\d+$/],
  ],
  'post-replying': [['button', 'Reply']],
  profile: [
    ['heading', 'Andrew Brown'],
    [
      'text',
      /^\d+ Cruds$/,
      '@andrewbrown',
      'Builds in the open, tears down on Fridays. Day 1 of everything.',
    ],
    ['button', 'Edit Profile'],
  ],
  'profile-editing': [['label', 'Display Name', 'Bio']],
  'sign-up': [
    ['label', 'Name', 'Email', 'Username', 'Password'],
    ['button', 'Sign Up'],
    ['link', /Sign in/],
  ],
  'sign-in': [
    ['label', 'Email', 'Password'],
    ['button', 'Sign In'],
    ['link', 'Forgot Password?', /Sign up/],
  ],
  confirm: [
    ['heading', 'Confirm your Email'],
    ['label', 'Email', 'Confirmation Code'],
    ['button', 'Confirm Email', 'Resend Activation Code'],
  ],
  'confirm-resent': [['text', 'A new activation code has been sent to your email']],
  recover: [
    ['label', 'Email'],
    ['button', 'Send Recovery Code'],
  ],
  'recover-code': [
    ['label', 'Reset Password Code', 'New Password', 'New Password Again'],
    ['button', 'Reset Password'],
  ],
  'recover-differs': [['text', 'Passwords do not match']],
  'recover-done': [
    ['text', 'Your password has been successfully reset!'],
    ['link', 'Proceed to Signin'],
  ],
  messages: [['text', 'Andrew Bayko', '@bayko', /^\d+[mhd]$/]],
  conversation: [
    ['placeholder', 'send a direct message...'],
    ['button', 'Message'],
    ['text', '1024'],
  ],
  post: [
    ['heading', 'Crud'],
    ['button', 'Back', /^Reply/, /^Repost/, /^Like/, /^Share/],
    ['text', 'Sanne Orlu', '@sanneo', /^Burns out /],
  ],
  'post-without-replies': [['text', 'Nothing to see here yet']],
  error: [['text', 'Unexpected Application Error!', 'Loading chunk 6 failed']],
};

/** Waits until each text of a state is visible. */
export async function waitForTexts(page: Page, state: string): Promise<void> {
  for (const [kind, ...texts] of expectedTexts[state] ?? []) {
    for (const text of texts) await locateText(page, kind, text).filter({ visible: true }).first().waitFor();
  }
}

function locateText(page: Page, kind: TextRole, text: string | RegExp) {
  switch (kind) {
    case 'heading':
    case 'link':
    case 'button':
    case 'radio':
      return page.getByRole(kind, { name: text, exact: true });
    case 'label':
      return page.getByLabel(text, { exact: true });
    case 'placeholder':
      return page.getByPlaceholder(text, { exact: true });
    case 'text':
      return page.getByText(text, { exact: true });
  }
}
