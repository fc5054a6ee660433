// A mail server that lists what has arrived, newest first, as Mailpit's API does.
const { createServer } = require('node:http');
const { simpleParser } = require('mailparser');
const { SMTPServer } = require('smtp-server');

const messages = [];
const onData = (stream, session, done) => {
  simpleParser(stream).then((mail) => {
    messages.unshift({
      To: session.envelope.rcptTo.map(({ address }) => ({ Address: address })),
      Subject: mail.subject,
      Snippet: mail.text,
    });
    done();
  }, done);
};
new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], onData }).listen(1025, '0.0.0.0');
createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ messages }));
}).listen(8025, '0.0.0.0');
process.on('SIGTERM', () => process.exit(0));
