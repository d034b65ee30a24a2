// A real OpenID provider for tests (npm oidc-provider): PKCE required, claims in the id token, its own sign-in pages.
// node oidc.mjs prints `{"http": PORT}` when it listens, and answers 503 until it is told on standard input where to send browsers
// back to, a line `{"redirect": URL}`. Whoever signs in as `name@host` has that address; `unverified@...` has it unverified, and of
// `quiet@...` the address is told by the user info endpoint alone.
import { createServer } from 'node:http';
import readline from 'node:readline';
import Provider from 'oidc-provider';

let answer = (_request, response) => {
  response.statusCode = 503;
  response.end();
};
const server = createServer((request, response) => answer(request, response));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  process.stdout.write(`${JSON.stringify({ http: port })}\n`);
  readline.createInterface({ input: process.stdin }).once('line', (line) => {
    answer = providerAt(`http://127.0.0.1:${port}`, JSON.parse(line).redirect).callback();
    process.stdout.write('{"ready": true}\n');
  });
});

function providerAt(issuer, redirect) {
  return new Provider(issuer, {
    clients: [
      {
        client_id: 'readout',
        client_secret: 'a secret: of "the" hospital & more',
        redirect_uris: [redirect],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    cookies: { keys: ['for tests alone'] },
    findAccount: (_context, id) => ({ accountId: id, claims: (use) => claimsOf(id, use) }),
  });
}

function claimsOf(id, use) {
  const name = id.split('@')[0];
  const told = { sub: id, given_name: capital(name), family_name: 'Rao', name: `${capital(name)} Rao` };
  if (name === 'quiet' && use === 'id_token') return told;
  return { ...told, email: id, email_verified: name !== 'unverified' };
}

function capital(name) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
