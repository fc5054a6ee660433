import { endpoints, pathOf, type RouteName, type Routes } from '@cruddur/shared';
import type { BodyInputOf, ParamsOf, QueryOf } from '@cruddur/shared';

type RequiredWhenDeclared<K extends string, V> = [V] extends [undefined]
  ? Partial<Record<K, undefined>>
  : keyof V extends never
    ? Partial<Record<K, V>>
    : Record<K, V>;

/** What a call of the table needs: its path's parameters, its query and its body, each only where the table has one. */
export type CallInput<N extends RouteName> = RequiredWhenDeclared<'params', ParamsOf<Routes[N]>> &
  RequiredWhenDeclared<'query', QueryOf<Routes[N]>> &
  RequiredWhenDeclared<'body', BodyInputOf<Routes[N]>> & {
    /** The same over retries, reloads and tabs for one act of the user; made per call when left out. */
    operationId?: string;
    /** Where the page starts; left out for the first. */
    before?: string | null;
    signal?: AbortSignal;
  };

/** The parts of an input that make an address, untyped: the table has checked them. */
interface UntypedInput {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  before?: string | null;
}

/** Path and query of a call, as `/api/activities/home?before=…`. */
export function buildRequestPath<N extends RouteName>(name: N, input: CallInput<N>): string {
  const { params = {}, query = {}, before }: UntypedInput = input;
  const path = pathOf(endpoints[name], params as ParamsOf<(typeof endpoints)[N]>);
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, value);
  if (before) search.set('before', before);
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}
