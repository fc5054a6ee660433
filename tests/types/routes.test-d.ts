/** Type tests of the HTTP contract. `tsc -b` checks this file; nothing runs it. */
import {
  accountEndpoints,
  endpoints,
  blockEndpoints,
  lifetimeEndpoints,
  muteEndpoints,
  privacyEndpoints,
  pushEndpoints,
  reportEndpoints,
  requestEndpoints,
  sessionEndpoints,
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
  type StreamCursors,
} from '@cruddur/shared';
import { expectTypeOf, test } from 'vitest';
import type { ApiResponse, Call as ClientCall } from '../../client/src/api/http-client.ts';
import { Refusal } from '../../server/src/domain/errors.ts';
import type { Call, UseCases } from '../../server/src/domain/use-case.ts';
import type { Viewer } from '../../server/src/domain/viewer.ts';

declare const call: ClientCall;
declare const useCases: UseCases;

test('endpoints, routes and use cases have the same call names', () => {
  expectTypeOf<RouteName>().toEqualTypeOf<
    | keyof typeof endpoints
    | keyof typeof sessionEndpoints
    | keyof typeof blockEndpoints
    | keyof typeof lifetimeEndpoints
    | keyof typeof reportEndpoints
    | keyof typeof muteEndpoints
    | keyof typeof privacyEndpoints
    | keyof typeof requestEndpoints
    | keyof typeof accountEndpoints
    | keyof typeof pushEndpoints
  >();
  expectTypeOf<RouteName>().toEqualTypeOf<keyof UseCases>();
  expectTypeOf<'homeFeed' | 'createActivity' | 'sync'>().toExtend<RouteName>();
  expectTypeOf<Routes['like']['path']>().toEqualTypeOf<'/api/activities/{activity_uuid}/like'>();
  expectTypeOf<Routes['like']['method']>().toEqualTypeOf<'PUT'>();
  // @ts-expect-error the table has no such call
  void routes.likeActivity;
  // @ts-expect-error the client cannot call it either
  void call('likeActivity', {});
});

test('a route needs an access, a budget, an output and known error codes', () => {
  const route = {
    method: 'GET',
    path: '/api/trends',
    summary: '',
    access: 'person',
    budget: 'read',
    output: routes.trends.output,
    errors: [],
  } as const satisfies RouteShape;
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

test('params follow from the path', () => {
  expectTypeOf<ParamsOf<Routes['singlePost']>>().toEqualTypeOf<Record<'handle' | 'activity_uuid', string>>();
  expectTypeOf(pathOf(endpoints.messages, { message_group_uuid: '' })).toBeString();
  expectTypeOf(pathOf(endpoints.homeFeed, {})).toBeString();
  // @ts-expect-error the parameter is missing
  pathOf(endpoints.messages, {});
  // @ts-expect-error the path has no such parameter
  pathOf(endpoints.messages, { message_group_uuid: '', handle: '' });
});

test('query and body follow from their schemas', () => {
  expectTypeOf<QueryOf<Routes['search']>>().toEqualTypeOf<{ term: string }>();
  expectTypeOf<QueryOf<Routes['homeFeed']>>().toBeUndefined();
  expectTypeOf<BodyOf<Routes['homeFeed']>>().toBeUndefined();
  expectTypeOf<BodyOf<Routes['createActivity']>['message']>().toBeString();
  expectTypeOf<BodyOf<Routes['createActivity']>['ttl']>().toEqualTypeOf<Lifetime>();
  // A client may leave out what has a default or is checked by a rule with a code.
  expectTypeOf<BodyInputOf<Routes['createActivity']>['ttl']>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<BodyInputOf<Routes['createActivity']>['message']>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<BodyInputOf<Routes['requestAvatarUpload']>['size']>().toEqualTypeOf<number | undefined>();
});

test('answers follow from the output schemas', () => {
  expectTypeOf<OutputOf<Routes['homeFeed']>>().toEqualTypeOf<Activity[]>();
  expectTypeOf<OutputOf<Routes['burnActivity']>>().toEqualTypeOf<{ uuid: string }>();
  expectTypeOf<OutputOf<Routes['deleteAccount']>>().toEqualTypeOf<{ deleted: true }>();
  expectTypeOf<Activity['expires_at']>().toEqualTypeOf<string | null>();
  expectTypeOf<Activity['likes_count']>().toBeNumber();
});

test('error codes are literals of one closed catalogue', () => {
  type LikeError = Routes['like']['errors'][number];
  expectTypeOf<LikeError>().toEqualTypeOf<'activity_not_found' | 'activity_expired'>();
  expectTypeOf<Routes['homeFeed']['errors'][number]>().toBeNever();
  expectTypeOf<Routes[RouteName]['errors'][number]>().toExtend<ErrorCode>();
  expectTypeOf(isErrorCode).guards.toEqualTypeOf<ErrorCode>();
  expectTypeOf(statusOfCodes(['handle_taken', 'ttl_blank'])).toBeNumber();
  expectTypeOf<Refusal['codes']>().toEqualTypeOf<readonly [ErrorCode, ...ErrorCode[]]>();
  // @ts-expect-error the catalogue has no such code
  void new Refusal('no_such_code');
  // @ts-expect-error an answer has at least one code
  statusOfCodes([]);
});

test('the client passes what the route declares, and nothing else', () => {
  expectTypeOf(call('homeFeed', {})).resolves.toEqualTypeOf<ApiResponse<Activity[]>>();
  expectTypeOf(call('like', { params: { activity_uuid: '' } })).resolves.toHaveProperty('data');
  void call('search', { query: { term: '' } });
  void call('createActivity', { body: { message: '', ttl: '1-day' }, operationId: '' });
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
  type ReplyCall = Call<Routes['createReply']>;
  expectTypeOf<ReplyCall['viewer']>().toEqualTypeOf<Viewer>();
  expectTypeOf<ReplyCall['params']>().toEqualTypeOf<Record<'activity_uuid', string>>();
  expectTypeOf<ReplyCall['page']>().toEqualTypeOf<Page>();
  expectTypeOf<Call<Routes['profilePage']>['viewer']>().toEqualTypeOf<Viewer | null>();
  expectTypeOf<Call<Routes['handleAvailable']>['accessToken']>().toEqualTypeOf<string | null>();
  expectTypeOf(useCases.burnActivity)
    .returns.resolves.toHaveProperty('data')
    .toEqualTypeOf<{ uuid: string }>();
  expectTypeOf(useCases.homeFeed)
    .returns.resolves.toHaveProperty('cursors')
    .toEqualTypeOf<StreamCursors | undefined>();
  // @ts-expect-error the answer of `burnActivity` has another shape
  (() => Promise.resolve({ data: { deleted: true } })) satisfies UseCases['burnActivity'];
  const { machines: _, ...withoutMachines } = useCases;
  // @ts-expect-error every call of the contract has a use case
  withoutMachines satisfies UseCases;
});
