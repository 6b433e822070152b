import { describe, expect, it } from 'vitest'
import { failureOf } from './mail-failure.ts'

/** An error in the form of nodemailer's. */
const refused = (command: string, response: string) =>
  Object.assign(new Error(response), {
    code: command.startsWith('AUTH') ? 'EAUTH' : 'EENVELOPE',
    command,
    response,
    responseCode: Number(response.slice(0, 3)),
  })

describe('is final for the recipient', () => {
  it.each([
    ['RCPT TO', '550 No such user', '550'],
    ['RCPT TO', '550 5.1.1 <nobody@test.example>: user unknown', '550 5.1.1'],
    ['RCPT TO', '550-5.1.1 The account does not exist.\n550 5.1.1 Try again', '550 5.1.1'],
    ['RCPT TO', '550 5.2.1 The account is disabled', '550 5.2.1'],
    ['RCPT TO', '550 5.4.1 Recipient address rejected', '550 5.4.1'],
    ['RCPT TO', '550 5.0.0 No', '550 5.0.0'],
    ['RCPT TO', '551 5.1.6 Mailbox has moved', '551 5.1.6'],
    ['RCPT TO', '553 5.1.3 Bad address', '553 5.1.3'],
    ['RCPT TO', '501 5.1.3 Bad address syntax', '501 5.1.3'],
    ['RCPT TO', '556 5.1.10 Null MX', '556 5.1.10'],
    ['RCPT TO', '521 Takes no mail', '521'],
    ['DATA', '550 5.1.1 No such user', '550 5.1.1'],
    ['DATA', '554 5.2.1 Mailbox disabled', '554 5.2.1'],
  ])('%s: %s', (command, response, reason) => {
    expect(failureOf(refused(command, response))).toEqual({ isFinal: true, reason })
  })
})

describe('is tried again', () => {
  it.each([
    ['RCPT TO', '450 4.2.0 Greylisted', '450 4.2.0'],
    ['RCPT TO', '451 Local error', '451'],
    ['RCPT TO', '452 4.5.3 Too many recipients', '452 4.5.3'],
    ['RCPT TO', '552 Too many recipients', '552'],
    ['RCPT TO', '552 5.2.2 Mailbox full', '552 5.2.2'],
    ['RCPT TO', '550 5.2.2 Mailbox full', '550 5.2.2'],
    ['RCPT TO', '550 5.1.8 Bad sender', '550 5.1.8'],
    ['RCPT TO', '550 5.1.7 Bad sender syntax', '550 5.1.7'],
    ['RCPT TO', '554 5.7.1 Relay access denied', '554 5.7.1'],
    ['RCPT TO', '530 5.7.0 Authentication required', '530 5.7.0'],
    ['RCPT TO', '503 5.5.1 Bad sequence', '503 5.5.1'],
    ['MAIL FROM', '550 5.1.0 Sender rejected', '550 5.1.0'],
    ['MAIL FROM', '553 5.7.1 Not your address', '553 5.7.1'],
    ['AUTH PLAIN', '535 5.7.8 Wrong credentials', '535 5.7.8'],
    ['EHLO', '550 No', '550'],
    ['CONN', '554 5.3.2 No service', '554 5.3.2'],
    ['DATA', '552 5.3.4 Too big', '552 5.3.4'],
    ['DATA', '554 5.7.1 Looks like spam', '554 5.7.1'],
    ['DATA', '550 No', '550'],
    ['DATA', '451 4.3.0 Later', '451 4.3.0'],
  ])('%s: %s', (command, response, reason) => {
    expect(failureOf(refused(command, response))).toEqual({ isFinal: false, reason })
  })

  it.each([
    [Object.assign(new Error('x'), { code: 'ETIMEDOUT' }), 'ETIMEDOUT'],
    [Object.assign(new Error('x'), { code: 'EABORT' }), 'ETIMEDOUT'],
    [Object.assign(new Error('x'), { code: 'ESOCKET', originalCode: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [Object.assign(new Error('x'), { code: 'ESOCKET', originalCode: 'zoe@test.example' }), 'unknown'],
    [Object.assign(new Error('x'), { code: 'zoe@test.example' }), 'unknown'],
    [new Error('zoe@test.example'), 'unknown'],
    ['zoe@test.example', 'unknown'],
  ])('%s, of which a code alone is kept', (error, reason) => {
    expect(failureOf(error)).toEqual({ isFinal: false, reason })
  })
})
