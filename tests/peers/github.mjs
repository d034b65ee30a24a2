// GitHub as OAuth apps see it, for tests: its addresses, its parameters, its answers (a refused code is a 200 with an error in it).
// node github.mjs prints `{"http": PORT}` when it listens. The page asks who signs in; `unverified@...` has an unverified address.
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

const CLIENT = { id: 'Iv1.readout', secret: 'a secret of GitHub' };
const codes = new Map();
const tokens = new Map();

const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://127.0.0.1');
  const route = `${request.method} ${url.pathname}`;
  if (route === 'GET /login/oauth/authorize') return authorize(url.searchParams, response);
  if (route === 'POST /decide') return decide(await form(request), response);
  if (route === 'POST /login/oauth/access_token') return token(await form(request), request, response);
  if (route === 'GET /api/v3/user') return about(request, response, (email) => account(email));
  if (route === 'GET /api/v3/user/emails') return about(request, response, (email) => emails(email));
  json(response, 404, { message: 'Not Found' });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ http: server.address().port })}\n`);
});

function authorize(asked, response) {
  const known = asked.get('client_id') === CLIENT.id && asked.get('code_challenge_method') === 'S256';
  if (!known || !asked.get('code_challenge') || !asked.get('scope')?.split(' ').includes('user:email')) {
    return json(response, 404, { message: 'Not Found' });
  }
  const kept = ['redirect_uri', 'state', 'code_challenge']
    .map((name) => `<input type="hidden" name="${name}" value="${asked.get(name)}">`)
    .join('');
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><title>Authorize Readout</title><form method="post" action="/decide">${kept}
    <label>Username or email address <input name="email"></label>
    <button name="decision" value="allow">Authorize</button><button name="decision" value="deny">Cancel</button></form>`);
}

function decide(decided, response) {
  const back = new URL(decided.get('redirect_uri'));
  back.searchParams.set('state', decided.get('state'));
  if (decided.get('decision') === 'allow') {
    const code = randomBytes(10).toString('hex');
    codes.set(code, {
      email: decided.get('email'),
      challenge: decided.get('code_challenge'),
      redirect: decided.get('redirect_uri'),
    });
    back.searchParams.set('code', code);
  } else {
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', 'The user has denied your application access.');
  }
  response.writeHead(302, { location: back.href }).end();
}

function token(sent, request, response) {
  if (!request.headers.accept?.includes('application/json')) return json(response, 406, {});
  if (sent.get('client_id') !== CLIENT.id || sent.get('client_secret') !== CLIENT.secret) {
    return json(response, 200, { error: 'incorrect_client_credentials' });
  }
  const issued = codes.get(sent.get('code'));
  codes.delete(sent.get('code'));
  const challenge = createHash('sha256')
    .update(sent.get('code_verifier') ?? '')
    .digest('base64url');
  if (!issued || issued.challenge !== challenge) return json(response, 200, { error: 'bad_verification_code' });
  if (issued.redirect !== sent.get('redirect_uri')) return json(response, 200, { error: 'redirect_uri_mismatch' });
  const access = `gho_${randomBytes(18).toString('hex')}`;
  tokens.set(access, issued.email);
  json(response, 200, { access_token: access, token_type: 'bearer', scope: 'user:email' });
}

function about(request, response, tell) {
  const email = tokens.get(request.headers.authorization?.replace(/^Bearer /, ''));
  if (!email || !request.headers['user-agent']) return json(response, 401, { message: 'Bad credentials' });
  json(response, 200, tell(email));
}

function account(email) {
  const id = Number.parseInt(createHash('sha256').update(email).digest('hex').slice(0, 8), 16);
  return { id, login: email.split('@')[0], name: 'Asha van der Rao', email: 'public@example.org' };
}

function emails(email) {
  return [
    { email: 'old@example.org', primary: false, verified: true, visibility: null },
    { email, primary: true, verified: !email.startsWith('unverified'), visibility: 'private' },
  ];
}

async function form(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'));
}

function json(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
