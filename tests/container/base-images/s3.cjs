// An S3 server that checks signatures, with the bucket and the keys of docker-compose.yml.
const S3rver = require('s3rver');
const Account = require('s3rver/lib/models/account');

const cors = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin>
  <AllowedMethod>GET</AllowedMethod><AllowedMethod>PUT</AllowedMethod><AllowedMethod>POST</AllowedMethod>
  <AllowedHeader>*</AllowedHeader></CORSRule></CORSConfiguration>`;
new Account(123456789001, 'Cruddur').createKeyPair('cruddur', 'cruddur-secret');
new S3rver({
  address: '0.0.0.0',
  port: 9000,
  directory: '/data',
  vhostBuckets: false,
  configureBuckets: [{ name: 'cruddur', configs: [cors] }],
}).run((error) => {
  if (error) throw error;
});
process.on('SIGTERM', () => process.exit(0));
