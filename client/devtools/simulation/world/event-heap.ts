import type { WorldEvent } from './host.ts';

function isBefore(one: WorldEvent, other: WorldEvent): boolean {
  if (one.at !== other.at) return one.at < other.at;
  return one.tie === other.tie ? one.nth < other.nth : one.tie < other.tie;
}

/** A binary heap of events, the next one first. */
export class EventHeap {
  private readonly events: WorldEvent[] = [];

  size(): number {
    return this.events.length;
  }

  peek(): WorldEvent | undefined {
    return this.events[0];
  }

  push(event: WorldEvent): void {
    const { events } = this;
    let index = events.push(event) - 1;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = events[above];
      if (!parent || isBefore(parent, event)) break;
      events[index] = parent;
      index = above;
    }
    events[index] = event;
  }

  pop(): WorldEvent | undefined {
    const { events } = this;
    const [first] = events;
    const last = events.pop();
    if (first && last && first !== last) this.sinkFromTop(last);
    return first;
  }

  private sinkFromTop(event: WorldEvent): void {
    const { events } = this;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      const [one, other] = [events[left], events[right]];
      const isRight = one && other && isBefore(other, one);
      const child = isRight ? other : one;
      if (!child || isBefore(event, child)) break;
      events[index] = child;
      index = isRight ? right : left;
    }
    events[index] = event;
  }
}
