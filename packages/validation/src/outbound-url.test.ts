import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { OutboundUrl } from './outbound-url.ts'

const Url = OutboundUrl(60)
const messageOf = (text: string) => v.safeParse(Url, text).issues?.[0].message

describe('the URL of a server outside', () => {
  it.each([
    ['', 'url_invalid'],
    ['receiver.example', 'url_invalid'],
    ['/gatehouse', 'url_invalid'],
    ['ftp://receiver.example/', 'url_invalid'],
    ['file:///etc/passwd', 'url_invalid'],
    ['javascript:alert(1)', 'url_invalid'],
    ['https://', 'url_invalid'],
    ['https://receiver..example/', 'url_invalid'],
    ['https://receiver.example../', 'url_invalid'],
    ['https://receiver.example:65536/', 'url_invalid'],
    ['https://[::1', 'url_invalid'],
    ['https://[fe80::1%25eth0]/', 'url_invalid'],
    ['https://1.2.3.4.5/', 'url_invalid'],
    ['https://0x100000000/', 'url_invalid'],
    ['https://ana@receiver.example/', 'url_credentials'],
    ['https://ana:secret@receiver.example/', 'url_credentials'],
    ['https://:secret@receiver.example/', 'url_credentials'],
    ['https://receiver.example@127.0.0.1/', 'url_credentials'],
    [`https://receiver.example/${'x'.repeat(36)}`, 'too_long'],
    [`https://receiver.example/${'é'.repeat(20)}`, 'too_long'],
  ])('is refused as %s', (text, message) => expect(messageOf(text)).toBe(message))

  it.each([
    ['https://receiver.example', 'https://receiver.example/'],
    ['  HTTPS://Receiver.Example:443/In?a=1#part ', 'https://receiver.example/In?a=1'],
    ['https://receiver.example./in', 'https://receiver.example/in'],
    ['https:\\\\receiver.example\\in', 'https://receiver.example/in'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['http://2130706433/', 'http://127.0.0.1/'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    ['http://0177.0.0.1/', 'http://127.0.0.1/'],
    ['http://127.0.0.1./', 'http://127.0.0.1/'],
    ['http://①②⑦.0.0.1/', 'http://127.0.0.1/'],
    ['http://[0:0:0:0:0:ffff:7f00:1]:8080/', 'http://[::ffff:7f00:1]:8080/'],
  ])('%s is %s', (text, href) => expect(v.parse(Url, text)).toBe(href))
})
