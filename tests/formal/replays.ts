import { createDeliveryReplay, type DeliveryState } from './replay-delivery.ts';
import { createOutboxReplay, type OutboxState } from './replay-outbox.ts';
import { createTabsReplay, type TabsState } from './replay-tabs.ts';
import type { ModelName } from './quint.ts';
import { readTrace } from './itf.ts';
import { replayTrace } from './replay-trace.ts';

/** Carries out the steps of a trace by the product. @returns the first difference, null when there is none */
export async function replayFile(model: ModelName, file: string): Promise<string | null> {
  switch (model) {
    case 'delivery':
      return replayTrace(await readTrace<DeliveryState>(file), createDeliveryReplay);
    case 'outbox':
      return replayTrace(await readTrace<OutboxState>(file), createOutboxReplay);
    case 'tabs':
      return replayTrace(await readTrace<TabsState>(file), createTabsReplay);
  }
}
