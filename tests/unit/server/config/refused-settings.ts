/** Settings that the start refuses, alone, with a line that contains the text. */
export const REFUSED_SETTINGS: readonly (readonly [Record<string, string>, string])[] = [
  [{ NODE_ENV: 'prod' }, 'NODE_ENV: must be one of development, production, test'],
  [{ PORT: '70000' }, 'PORT: must be a whole number from 0 to 65535'],
  [{ PORT: 'http' }, 'PORT: must be a whole number from 0 to 65535'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of verbose, debug, info, warn, error, none'],
  [{ PUBLIC_URL: 'cruddur.example' }, 'PUBLIC_URL: must be an address that starts with http:// or https://'],
  [
    { PUBLIC_URL: 'https://cruddur.example/app' },
    'PUBLIC_URL: must be an origin such as https://cruddur.example: the site works below no path',
  ],
  [
    { ALLOWED_ORIGINS: '*' },
    'ALLOWED_ORIGINS: must be origins such as https://example.com, separated by commas',
  ],
  [
    { ALLOWED_ORIGINS: 'https://a.example/path' },
    'ALLOWED_ORIGINS: must be origins such as https://example.com, separated by commas',
  ],
  [
    { TRUST_PROXY: 'nginx' },
    'TRUST_PROXY: must be a number of proxies, or their addresses separated by commas',
  ],
  [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY: must be a number of proxies, or their addresses separated by commas'],
  [{ TRUST_PROXY: '1000' }, 'TRUST_PROXY: must be at most 10 proxies'],
  [
    { TRUST_PROXY: '0.0.0.0/0' },
    'TRUST_PROXY: must be a number of proxies, or their addresses separated by commas',
  ],
  [{ METRICS_TOKEN: 'secret' }, 'METRICS_TOKEN: must be 16 to 256 characters of a bearer token'],
  [{ METRICS_TOKEN: 'sixteen characters' }, 'METRICS_TOKEN: must be 16 to 256 characters of a bearer token'],
  [
    { DATABASE_URL: 'mysql://db/cruddur' },
    'DATABASE_URL: must be an address that starts with postgres:// or postgresql://',
  ],
  [
    { DATABASE_POOL: '3', DATABASE_URL: 'postgres://db/cruddur' },
    'DATABASE_POOL: must be a whole number from 4 to 1000',
  ],
  [{ REDIS_URL: 'cache:6379' }, 'REDIS_URL: must be redis://HOST or rediss://HOST'],
  [{ RATE_LIMITS: 'sometimes' }, 'RATE_LIMITS: must be 1 or 0'],
  [{ MAX_SOCKETS_PER_PERSON: '0' }, 'MAX_SOCKETS_PER_PERSON: must be a whole number from 1 to 1000000'],
  [{ MAX_SOCKETS_PER_ADDRESS: '1e3' }, 'MAX_SOCKETS_PER_ADDRESS: must be a whole number from 1 to 1000000'],
  [{ TEST_CLOCK: 'soon' }, 'TEST_CLOCK: must be 1 or 0'],
  [{ MACHINES_SERVER: 'maybe' }, 'MACHINES_SERVER: must be 1 or 0'],
  [{ S3_BUCKET: 's3://pictures' }, 'S3_BUCKET: must be the name of a bucket, without s3://'],
  [{ AWS_REGION: 'Mumbai (ap-south-1)' }, 'AWS_REGION: must be a region such as ap-south-1'],
  [
    { S3_ENDPOINT: 'minio:9000', S3_BUCKET: 'pictures' },
    'S3_ENDPOINT: must be an address that starts with http:// or https://',
  ],
  [
    { VITE_API_HOST: 'api.example' },
    'VITE_API_HOST: must be an address that starts with http:// or https://',
  ],
  [
    { VITE_AVATAR_GATEWAY: 'https://a.example/x' },
    'VITE_AVATAR_GATEWAY: must be an origin such as https://a.example',
  ],
  [{ VITE_TOKEN_STORE: 'session' }, 'VITE_TOKEN_STORE: must be one of local, cookie'],
  [{ LOCAL_POOL: 'perhaps', NODE_ENV: 'production' }, 'LOCAL_POOL: must be 1 or 0'],
  [{ LOCAL_POOL_ACCESS_SECONDS: '1' }, 'LOCAL_POOL_ACCESS_SECONDS: must be a whole number from 5 to 5184000'],
  [{ LOCAL_MAILBOX: 'private' }, 'LOCAL_MAILBOX: must be 1 or 0'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL: must be an address that starts with smtp:// or smtps://'],
  [{ SMTP_URL: 'smtp://' }, 'SMTP_URL: must name a host'],
  [
    { MAIL_FROM: 'Cruddur', SMTP_URL: 'smtp://mail.example' },
    'MAIL_FROM: must be an address such as Cruddur <no-reply@example.com>',
  ],
  [{ MAIL_FROM: 'no-reply@cruddur.example' }, 'MAIL_FROM: needs SMTP_URL'],
  [{ OPERATOR_EMAIL: 'moderators' }, 'OPERATOR_EMAIL: must be an address such as'],
  [{ WEB_PUSH: 'maybe' }, 'WEB_PUSH: must be 1 or 0'],
  [{ PUSH_SERVICES: 'https://push.example' }, 'PUSH_SERVICES: must be host names such as'],
  [{ PUSH_SERVICES: '127.0.0.1:443' }, 'PUSH_SERVICES: must be host names such as'],
  [
    { COGNITO_USER_POOL_ID: 'eu-west-1_Abc' },
    'COGNITO_USER_POOL_ID and COGNITO_CLIENT_ID: Auth UserPool not configured.',
  ],
  [
    { COGNITO_CLIENT_ID: 'client' },
    'COGNITO_USER_POOL_ID and COGNITO_CLIENT_ID: Auth UserPool not configured.',
  ],
  [
    { COGNITO_IDENTITY_POOL_ID: 'eu-west-1:1' },
    'COGNITO_USER_POOL_ID and COGNITO_CLIENT_ID: Auth UserPool not configured.',
  ],
  [
    { COGNITO_USER_POOL_ID: 'abc', COGNITO_CLIENT_ID: 'client' },
    'COGNITO_USER_POOL_ID: Invalid user pool id provided.',
  ],
  [
    { COGNITO_USER_POOL_ID: 'eu-west-1_Abc', COGNITO_CLIENT_ID: 'client', COGNITO_IDENTITY_POOL_ID: 'abc' },
    'COGNITO_IDENTITY_POOL_ID: Invalid identity pool id provided.',
  ],
  [
    { COGNITO_ENDPOINT: 'http://localhost:9229' },
    'COGNITO_USER_POOL_ID and COGNITO_CLIENT_ID: Auth UserPool not configured.',
  ],
  [
    {
      COGNITO_USER_POOL_ID: 'eu-west-1_Abc',
      COGNITO_CLIENT_ID: 'client',
      COGNITO_ENDPOINT: 'localhost:9229',
    },
    'COGNITO_ENDPOINT: must be an address that starts with http:// or https://',
  ],
  [
    { COGNITO_USER_POOL_ID: 'local_Abc', COGNITO_CLIENT_ID: 'client' },
    'COGNITO_USER_POOL_ID: Invalid user pool id provided.',
  ],
  [{ COGNITO_ALLOW_GUEST: 'some' }, 'COGNITO_ALLOW_GUEST: must be 1 or 0'],
  [
    { COGNITO_USER_POOL_ID: 'eu-west-1_Abc', COGNITO_CLIENT_ID: 'client', COGNITO_REFRESH_DAYS: '0' },
    'COGNITO_REFRESH_DAYS: must be a whole number from 1 to 3650',
  ],
  [
    { COGNITO_USER_POOL_ID: 'eu-west-1_Abc', COGNITO_CLIENT_ID: 'client', COGNITO_DOMAIN: 'login.example' },
    'oauth param not configured.',
  ],
  [
    {
      COGNITO_USER_POOL_ID: 'eu-west-1_Abc',
      COGNITO_CLIENT_ID: 'client',
      COGNITO_DOMAIN: 'https://login.example',
    },
    'COGNITO_DOMAIN: must be a domain such as login.example.com, without https://',
  ],
  [
    { COGNITO_REDIRECT_SIGN_IN: 'http://localhost:4567/' },
    'COGNITO_REDIRECT_SIGN_IN and COGNITO_REDIRECT_SIGN_OUT: oauth param not configured.',
  ],
  [
    { COGNITO_REDIRECT_SIGN_IN: 'myapp://home', COGNITO_REDIRECT_SIGN_OUT: 'http://localhost:4567/' },
    'COGNITO_REDIRECT_SIGN_IN: must be addresses such as https://cruddur.example.com/',
  ],
  [
    { COGNITO_REDIRECT_SIGN_IN: 'http://localhost:4567/', COGNITO_REDIRECT_SIGN_OUT: '/out' },
    'COGNITO_REDIRECT_SIGN_OUT: must be addresses such as https://cruddur.example.com/',
  ],
  [
    {
      COGNITO_REDIRECT_SIGN_IN: 'http://localhost/',
      COGNITO_REDIRECT_SIGN_OUT: 'http://localhost/',
      COGNITO_RESPONSE_TYPE: 'both',
    },
    'COGNITO_RESPONSE_TYPE: must be one of code, token',
  ],
  [{ S3_ENDPOINT: 'http://minio:9000' }, 'S3_ENDPOINT: needs S3_BUCKET'],
  [
    { NODE_ENV: 'production' },
    'COGNITO_USER_POOL_ID: is not set and the local pool is for development; set LOCAL_POOL=1',
  ],
  [
    { TEST_CLOCK: '1', HOST: '0.0.0.0' },
    'TEST_CLOCK: is refused with a HOST or PUBLIC_URL beyond loopback, and with TRUST_PROXY',
  ],
  [
    { TEST_CLOCK: '1', PUBLIC_URL: 'https://cruddur.example' },
    'TEST_CLOCK: is refused with a HOST or PUBLIC_URL beyond loopback, and with TRUST_PROXY',
  ],
  [
    { TEST_CLOCK: '1', TRUST_PROXY: '1' },
    'TEST_CLOCK: is refused with a HOST or PUBLIC_URL beyond loopback, and with TRUST_PROXY',
  ],
  [{ NODE_ENV: 'production', LOCAL_POOL: '1', TEST_CLOCK: '1' }, 'TEST_CLOCK: is refused in production'],
  [
    { NODE_ENV: 'production', LOCAL_POOL: '1', RATE_LIMITS: 'off' },
    'RATE_LIMITS: must stay on in production',
  ],
  [
    { NODE_ENV: 'production', LOCAL_POOL: '1', HOST: '0.0.0.0' },
    'PUBLIC_URL: must be set to the address of the site, because HOST leads beyond loopback',
  ],
  [
    { NODE_ENV: 'production', LOCAL_POOL: '1', TRUST_PROXY: '1' },
    'PUBLIC_URL: must be set to the address of the site, because TRUST_PROXY expects a proxy',
  ],
  [
    { NODE_ENV: 'production', LOCAL_POOL: '1', SMTP_URL: 'smtp://mail.example' },
    'PUBLIC_URL: must be set to the address of the site, because SMTP_URL sends mails from its host',
  ],
  [
    { NODE_ENV: 'production', LOCAL_POOL: '1', OPERATOR_EMAIL: 'ops@cruddur.example' },
    'OPERATOR_EMAIL: needs SMTP_URL',
  ],
  [
    {
      NODE_ENV: 'production',
      LOCAL_POOL: '1',
      MAIL_FROM: 'no-reply@cruddur.example',
      SMTP_URL: 'smtp://mail.example',
    },
    'PUBLIC_URL: must be set to the address of the site, because SMTP_URL sends mails from its host',
  ],
  [
    {
      NODE_ENV: 'production',
      LOCAL_POOL: '1',
      PUBLIC_URL: 'http://localhost:8080',
      SMTP_URL: 'smtp://mail.example',
    },
    'MAIL_FROM: must be set, because mail servers refuse the sender no-reply@localhost',
  ],
  [
    { NODE_ENV: 'production', LOCAL_POOL: '1', PUBLIC_URL: 'http://cruddur.example' },
    'PUBLIC_URL: must start with https:// in production',
  ],
  [{ NODE_ENV: 'production', LOCAL_POOL: '1', REDIS_URL: 'redis://cache' }, 'REDIS_URL: needs DATABASE_URL'],
  [
    {
      PUBLIC_URL: 'https://cruddur.example',
      S3_BUCKET: 'pictures',
      S3_ENDPOINT: 'http://minio.example:9000',
    },
    'S3_ENDPOINT: must start with https://, because browsers let no https page call http',
  ],
  [
    { PUBLIC_URL: 'https://cruddur.example', VITE_API_HOST: 'http://api.example' },
    'VITE_API_HOST: must start with https://',
  ],
  [
    { PUBLIC_URL: 'https://cruddur.example', VITE_AVATAR_GATEWAY: 'http://up.example' },
    'VITE_AVATAR_GATEWAY: must start with https://',
  ],
  [
    { PUBLIC_URL: 'http://cruddur.example', VITE_TOKEN_STORE: 'cookie' },
    'VITE_TOKEN_STORE: cookie needs a PUBLIC_URL that starts with https://',
  ],
];
