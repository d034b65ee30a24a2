// An SMTP server for tests: lets in whoever knows the password, accepts every message but one to refused.example, and serves what it was
// sent.
// node smtp.mjs prints `{"smtp": PORT, "http": PORT}` when it listens; GET / on the second gives the messages as JSON.
import { createServer } from 'node:http';
import { SMTPServer } from 'smtp-server';

const messages = [];

const smtp = new SMTPServer({
  // Over loopback alone; a mail server elsewhere is spoken to over TLS.
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  onAuth({ username, password }, _session, done) {
    const isRight = username === 'readout' && password === 'hush hush';
    done(isRight ? null : new Error('535 5.7.8 wrong user or password'), isRight ? { user: username } : undefined);
  },
  onRcptTo({ address }, _session, done) {
    done(address.endsWith('@refused.example') ? new Error('550 5.1.1 no such mailbox') : undefined);
  },
  onData(stream, session, done) {
    const parts = [];
    stream.on('data', (part) => parts.push(part));
    stream.on('end', () => {
      messages.push({
        from: session.envelope.mailFrom.address,
        to: session.envelope.rcptTo.map((recipient) => recipient.address),
        raw: Buffer.concat(parts).toString('utf8'),
      });
      done();
    });
  },
});

const web = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(messages));
});

smtp.listen(0, '127.0.0.1', () => {
  web.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${JSON.stringify({ smtp: smtp.server.address().port, http: web.address().port })}\n`);
  });
});
