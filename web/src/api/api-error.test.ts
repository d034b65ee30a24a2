import { describe, expect, it } from 'vitest';
import { ApiError, isSignedOut, messageOf } from './api-error';

describe('ApiError', () => {
  it.each([
    ['3', 3],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
    [null, undefined],
  ])('reads when to come again, if that is told in seconds: %s', (retryAfter, seconds) => {
    expect(new ApiError(503, 'Service Unavailable', '', retryAfter).retryAfterSeconds).toBe(seconds);
  });

  it('reads STATUS: body', () => {
    expect(new ApiError(422, 'Unprocessable Entity', 'No audio').message).toBe('422: No audio');
  });

  it('falls back to the status text when the body is empty', () => {
    expect(new ApiError(503, 'Service Unavailable', '').message).toBe('503: Service Unavailable');
  });

  it('offers the envelope beside the message', () => {
    const body = JSON.stringify({
      message: 'Subscribe first.',
      code: 'premium',
      requestId: 'r-1',
      requiresPremium: true,
    });
    const error = new ApiError(403, 'Forbidden', body);
    expect(error.message).toBe(`403: ${body}`);
    expect(error).toMatchObject({
      status: 403,
      serverMessage: 'Subscribe first.',
      code: 'premium',
      requestId: 'r-1',
      requiresPremium: true,
    });
  });

  it.each(['<html>', '[]', 'null', '"text"', '{"message":7}', ''])(
    'takes %j for a body without an envelope',
    (body) => {
      const error = new ApiError(500, 'Internal Server Error', body);
      expect(error.serverMessage).toBeUndefined();
      expect(error.requiresPremium).toBe(false);
    },
  );
});

describe('messageOf', () => {
  it('prefers the sentence of the server', () => {
    expect(messageOf(new ApiError(400, '', '{"message":"Too long."}'), 'Failed')).toBe('Too long.');
  });

  it('falls back where there is none', () => {
    expect(messageOf(new ApiError(502, '', '<html>'), 'Failed')).toBe('Failed');
    expect(messageOf(new TypeError('Failed to fetch'), 'Failed')).toBe('Failed');
  });
});

it('only a 401 means signed out', () => {
  expect(isSignedOut(new ApiError(401, '', ''))).toBe(true);
  expect(isSignedOut(new ApiError(403, '', ''))).toBe(false);
  expect(isSignedOut(new ApiError(500, '', ''))).toBe(false);
  expect(isSignedOut(new TypeError('Failed to fetch'))).toBe(false);
});
