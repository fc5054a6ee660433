import { ERRORS, routes, type ErrorCode, type RouteName, type RouteShape } from '@cruddur/shared';
import * as z from 'zod/mini';
import { release } from './release.ts';

/** The OpenAPI 3.1 document of the route table. */
export function buildOpenApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries(routes) as [RouteName, RouteShape][]) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cruddur',
      version: release.version,
      description: 'Every failure answers a JSON array of codes.',
    },
    paths,
    components: { securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  };
}

/** The JSON schema of a value before (`input`) or after (`output`) the schema's transformations. */
export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): unknown {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function operationOf(name: RouteName, route: RouteShape) {
  const json = (schema: unknown) => ({ 'application/json': { schema } });
  const schemes = { public: [], optional: [{}, { accessToken: [] }], person: [{ accessToken: [] }] };
  return {
    operationId: name,
    summary: route.summary,
    security: schemes[route.access],
    parameters: parametersOf(route),
    ...(route.body && { requestBody: { content: json(jsonSchemaOf(route.body, 'input')) } }),
    responses: {
      200: {
        description: 'Done',
        headers: headersOf(route),
        content: json(jsonSchemaOf(route.output, 'output')),
      },
      ...failuresOf(route),
    },
  };
}

function parametersOf(route: RouteShape) {
  const text = { type: 'string' };
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: text,
  }));
  const inQuery = Object.keys(route.query?.shape ?? {}).map((name) => ({ name, in: 'query', schema: text }));
  const paging = [
    { name: 'before', in: 'query', schema: text },
    { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 } },
  ];
  const operation = { name: 'amz-sdk-invocation-id', in: 'header', schema: text };
  return [...inPath, ...inQuery, ...(route.paged ? paging : []), ...(route.operation ? [operation] : [])];
}

function headersOf(route: RouteShape) {
  const text = { schema: { type: 'string' } };
  return { ...(route.snapshot && { 'X-Cursor': text }), ...(route.paged && { Link: text }) };
}

/** The codes a call can answer, by status: its own and the generic ones of its kind. */
function codesOf(route: RouteShape): ErrorCode[] {
  const all: (ErrorCode | false | undefined)[] = [
    'generic_400',
    route.access !== 'public' && 'generic_401',
    route.access !== 'public' && !route.allowSuspended && 'account_suspended',
    route.body && 'generic_413',
    route.body && 'generic_415',
    ...(route.paged ? (['limit_invalid', 'cursor_invalid'] as const) : []),
    ...route.errors,
    'generic_429',
    'generic_500',
    'generic_503',
  ];
  return [...new Set(all.filter((code) => typeof code === 'string'))];
}

function failuresOf(route: RouteShape) {
  const codes = codesOf(route);
  const answers = codes.map((code) => {
    const { status } = ERRORS[code];
    const sameStatus = codes.filter((other) => ERRORS[other].status === status);
    const schema = { type: 'array', minItems: 1, items: { enum: sameStatus } };
    const description = sameStatus.map((other) => ERRORS[other].text).join(' · ');
    return [status, { description, content: { 'application/json': { schema } } }] as const;
  });
  return Object.fromEntries(answers);
}
