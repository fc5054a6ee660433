/** Type tests of the HTTP contract. `tsc -b` checks this file; nothing runs it. */
import {
  endpoints,
  isErrorCode,
  pathOf,
  routes,
  statusOfCodes,
  type Activity,
  type BodyInputOf,
  type BodyOf,
  type ErrorCode,
  type Lifetime,
  type OutputOf,
  type Page,
  type ParamsOf,
  type QueryOf,
  type RouteName,
  type Routes,
  type RouteShape,
} from '@cruddur/shared';
import { expectTypeOf, test } from 'vitest';
import type { ApiResponse, Call as ClientCall } from '../../client/src/api/http-client.ts';
import { Refusal } from '../../server/src/domain/errors.ts';
import type { Call, UseCases } from '../../server/src/domain/use-case.ts';
import type { Viewer } from '../../server/src/domain/viewer.ts';

declare const call: ClientCall;
declare const useCases: UseCases;

test('a route needs an access, a budget, an output and known error codes', () => {
  const route = { ...routes.trends, errors: [] } as const satisfies RouteShape;
  // @ts-expect-error `admin` is no access
  ({ ...route, access: 'admin' }) satisfies RouteShape;
  // @ts-expect-error the code is not in the catalogue
  ({ ...route, errors: ['no_such_code'] }) satisfies RouteShape;
  // @ts-expect-error a path starts with a slash
  ({ ...route, path: 'api/trends' }) satisfies RouteShape;
  const { output: _, ...withoutOutput } = route;
  // @ts-expect-error the output is missing
  withoutOutput satisfies RouteShape;
});

test('params, query, body and answer follow from the route', () => {
  expectTypeOf<ParamsOf<Routes['singlePost']>>().toEqualTypeOf<Record<'handle' | 'activity_uuid', string>>();
  expectTypeOf<QueryOf<Routes['search']>>().toEqualTypeOf<{ term: string }>();
  expectTypeOf<BodyOf<Routes['homeFeed']>>().toBeUndefined();
  expectTypeOf<BodyOf<Routes['createActivity']>['ttl']>().toEqualTypeOf<Lifetime>();
  // A client may leave out what has a default or is checked by a rule with a code.
  expectTypeOf<BodyInputOf<Routes['createActivity']>['ttl']>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<OutputOf<Routes['homeFeed']>>().toEqualTypeOf<Activity[]>();
  expectTypeOf<OutputOf<Routes['deleteAccount']>>().toEqualTypeOf<{ deleted: true }>();
  // @ts-expect-error the parameter is missing
  pathOf(endpoints.messages, {});
  // @ts-expect-error the path has no such parameter
  pathOf(endpoints.messages, { message_group_uuid: '', handle: '' });
});

test('error codes are literals of one closed catalogue', () => {
  type LikeError = Routes['like']['errors'][number];
  expectTypeOf<LikeError>().toEqualTypeOf<'activity_not_found' | 'activity_expired'>();
  expectTypeOf<Routes['homeFeed']['errors'][number]>().toBeNever();
  expectTypeOf<Routes[RouteName]['errors'][number]>().toExtend<ErrorCode>();
  expectTypeOf(isErrorCode).guards.toEqualTypeOf<ErrorCode>();
  // @ts-expect-error the catalogue has no such code
  void new Refusal('no_such_code');
  // @ts-expect-error an answer has at least one code
  statusOfCodes([]);
});

test('the client passes what the route declares, and nothing else', () => {
  expectTypeOf(call('homeFeed', {})).resolves.toEqualTypeOf<ApiResponse<Activity[]>>();
  void call('createActivity', { body: { message: '', ttl: '1-day' }, operationId: '' });
  // @ts-expect-error the table has no such call
  void call('likeActivity', {});
  // @ts-expect-error the path needs its parameter
  void call('like', {});
  // @ts-expect-error the parameter has another name
  void call('like', { params: { uuid: '' } });
  // @ts-expect-error the route has no body
  void call('homeFeed', { body: { message: '' } });
  // @ts-expect-error a message is a text
  void call('createActivity', { body: { message: 1 } });
  // @ts-expect-error the route needs its body
  void call('createActivity', {});
});

test('a use case gets the parsed call, and answers what the contract says', () => {
  expectTypeOf<RouteName>().toEqualTypeOf<keyof UseCases>();
  expectTypeOf<Call<Routes['createReply']>['viewer']>().toEqualTypeOf<Viewer>();
  expectTypeOf<Call<Routes['createReply']>['page']>().toEqualTypeOf<Page>();
  expectTypeOf<Call<Routes['profilePage']>['viewer']>().toEqualTypeOf<Viewer | null>();
  expectTypeOf(useCases.burnActivity)
    .returns.resolves.toHaveProperty('data')
    .toEqualTypeOf<{ uuid: string }>();
  // @ts-expect-error the answer of `burnActivity` has another shape
  (() => Promise.resolve({ data: { deleted: true } })) satisfies UseCases['burnActivity'];
  const { machines: _, ...withoutMachines } = useCases;
  // @ts-expect-error every call of the contract has a use case
  withoutMachines satisfies UseCases;
});
