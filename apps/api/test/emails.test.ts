import { languages, looks } from '@gatehouse/validation/vocabulary'
import { describe, expect, it } from 'vitest'
import { type NoticeKind, noticeLevels, noticeMessages } from '../src/modules/notifications/notices.ts'
import { noticeEmail } from '../src/modules/notifications/mails.ts'
import { resetEmail } from '../src/modules/auth/mails.ts'
import { verificationEmail } from '../src/modules/me/mails.ts'
import { renderEmail } from '../src/mail/email-template.ts'
import { emailColours } from '../src/mail/email-colours.ts'

const recipient = {
  firstName: `Zoë <b>"O'Neil" & Co</b>`,
  lastName: 'Tester',
  email: 'zoe@test.example',
  clientName: 'Harbour Venues',
  pendingEmail: 'new@test.example',
  accent: null,
  logo: null,
}
const origin = 'https://gatehouse.example'
const languageTags = { 'en-au': 'en-AU', en: 'en-US', es: 'es-419' }

describe.each(languages)('mails in %s', (language) => {
  it.each(looks)('have the look %s and the same text in both forms', (look) => {
    const { subject, html, text } = renderEmail(resetEmail({ ...recipient, language, look }, origin, 'T0ken'))
    expect(html).toContain(emailColours[look].accent)
    expect(html).toContain(subject)
    const link = `${origin}/reset_password?token=T0ken`
    expect(html.split(link).length - 1).toBeGreaterThanOrEqual(2)
    expect(text).toContain(link)
    expect(html).toContain(`<html lang="${languageTags[language]}">`)
    for (const fetched of ['<script', '<style', 'src=', 'http://']) expect(html).not.toContain(fetched)
  })
  it.each(['#000000', '#ffffff', '#fcbe16', '#7a1f3d'])('can be read in the accent %s', (accent) => {
    const brand = { name: 'A <b> & B', accent, hasLogo: true }
    const { html } = renderEmail(
      resetEmail({ ...recipient, language, look: 'pulse' }, origin, 'T0ken'),
      brand,
    )
    const [, background = '', text = ''] = /padding:12px 24px;background:(#\w+);color:(#\w+)/.exec(html) ?? []
    expect(background).toBe(accent)
    expect(contrast(background, text)).toBeGreaterThanOrEqual(4.5)
    const [, link = ''] = /style="color:(#\w+);word-break/.exec(html) ?? []
    expect(contrast(link, emailColours.pulse.raised)).toBeGreaterThanOrEqual(4.5)
    expect(html).toContain('src="cid:logo" height="40" alt="A &lt;b&gt; &amp; B"')
  })
  it('let no name become markup', () => {
    const { html, text } = renderEmail(
      verificationEmail({ ...recipient, language, look: 'presence' }, origin, 'T0ken'),
    )
    expect(html).not.toContain('<b>')
    expect(html).toContain('Zoë &lt;b&gt;&quot;O&#39;Neil&quot; &amp; Co&lt;/b&gt;')
    expect(text).toContain(recipient.firstName)
  })
  it.each(Object.keys(noticeLevels) as NoticeKind[])('tell of %s', (kind) => {
    const { subject, text } = renderEmail(
      noticeEmail(kind, { ...recipient, language, look: 'batbooth' }, origin),
    )
    expect(subject).toBe(noticeMessages[language][kind].title)
    expect(text).toContain(noticeMessages[language][kind].text)
    expect(text).toContain(`${origin}/login`)
  })
})

/** WCAG 2.2, 1.4.3. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

it.each(looks)('can be read in the look %s', (look) => {
  const { surface, raised, text, quiet, accent, onAccent, link } = emailColours[look]
  for (const [one, other] of [
    [text, raised],
    [quiet, raised],
    [quiet, surface],
    [link, raised],
    [onAccent, accent],
  ] as const) {
    expect(contrast(one, other), `${one} on ${other}`).toBeGreaterThanOrEqual(4.5)
  }
})
