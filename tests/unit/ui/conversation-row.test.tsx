import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { ClockProvider } from '../../../client/src/clock/clock-react.tsx';
import { ConversationRow } from '../../../client/src/message/conversation-row.tsx';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

const ANN = { handle: 'ann', display_name: 'Ann', cognito_user_uuid: 'id', avatar_version: 0 };
const NO_MESSAGE = { uuid: '', message: '', created_at: '', own: false, unread: 0, read_uuid: null };

function renderRow(message: string): string {
  return renderToStaticMarkup(
    <StaticRouter location="/">
      <ClockProvider now={() => 0} runtime={createTestRuntime()}>
        <ConversationRow group={{ ...ANN, ...NO_MESSAGE, message }} active />
      </ClockProvider>
    </StaticRouter>,
  );
}

test('[SCREEN-13] the row of a new conversation has no empty line below the name', () => {
  expect(renderRow('')).not.toContain('<p');
  expect(renderRow('Hello')).toContain('<p dir="auto">Hello</p>');
});
