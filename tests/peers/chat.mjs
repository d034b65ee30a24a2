// A chat server for tests: a language model that writes what it is told to, as a stream, and may stop in the midst of it.
// node chat.mjs prints `{"http": PORT}` when it listens. A line `{"answer": TEXT, "upTo": N}` on its standard input says what it
// answers from then on, and after how many characters it falls silent (null: never); it prints a line when it knows.
import { createServer } from 'node:http';
import readline from 'node:readline';

let told = { answer: '', upTo: null };

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const { answer, upTo } = told;
    const say = (choice) => response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`);
    response.setHeader('content-type', 'text/event-stream');
    say({ delta: { content: answer.slice(0, upTo ?? undefined) }, finish_reason: null });
    if (upTo !== null) return;
    say({ delta: {}, finish_reason: 'stop' });
    response.end('data: [DONE]\n\n');
  });
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ http: server.address().port })}\n`);
  readline.createInterface({ input: process.stdin }).on('line', (line) => {
    told = JSON.parse(line);
    process.stdout.write('{"told": true}\n');
  });
});
