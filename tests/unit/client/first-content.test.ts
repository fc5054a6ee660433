import { expect, onTestFinished, test, vi } from 'vitest';
import { createFirstContent } from '../../../client/src/ssr/first-content.ts';

/** A page that is painted on request of the test. */
function openPage() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const afterPaint: (() => void)[] = [];
  const content = createFirstContent((work) => afterPaint.push(work));
  const heard = vi.fn<() => void>();
  void content.ready.then(heard);
  return {
    content,
    heard,
    paint: async () => {
      for (const work of afterPaint.splice(0)) work();
      await Promise.resolve();
    },
  };
}

test('[SIZE-8] content is shown once no placeholder is left and the page is painted', async () => {
  const { content, heard, paint } = openPage();
  const programIsThere = content.registerPlaceholder();
  const first = content.registerPlaceholder();
  programIsThere();
  await paint();
  // One skeleton replaces another at the same time.
  first();
  const second = content.registerPlaceholder();
  await paint();
  expect(content.getSnapshot()).toBe(false);
  second();
  second();
  expect(content.getSnapshot()).toBe(false);
  await paint();
  expect(content.getSnapshot()).toBe(true);
  expect(heard).toHaveBeenCalledOnce();
  // Chunks of later screens delay nothing.
  content.registerPlaceholder();
  await content.ready;
});

test('[SIZE-8] the wait for content ends after eight seconds', async () => {
  const { content, heard } = openPage();
  content.registerPlaceholder();
  await vi.advanceTimersByTimeAsync(7999);
  expect(heard).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toHaveBeenCalledOnce();
});
