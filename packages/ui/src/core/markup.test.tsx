import { renderToStaticMarkup as render } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { lookNames } from '../looks/look.ts'
import { Button } from './button.tsx'
import { Mark } from './mark.tsx'
import { Notice } from './notice.tsx'
import { Pass, type Outcome } from './pass.tsx'
import { StepMenu } from './step-menu.tsx'

describe('a button', () => {
  test('sends no form unless it is told to', () => {
    expect(render(<Button>Continue</Button>)).toContain('type="button"')
    expect(render(<Button type="submit">Continue</Button>)).toContain('type="submit"')
  })

  test('keeps its words and stays in the tab order while it is busy', () => {
    const markup = render(<Button busy>Signing in</Button>)
    expect(markup).toContain('aria-busy="true"')
    expect(markup).toContain('aria-disabled="true"')
    expect(markup).toContain('Signing in')
    expect(markup).not.toMatch(/ disabled/)
  })
})

describe('a step menu', () => {
  const markup = render(
    <StepMenu
      label="Steps"
      doneLabel="done"
      onSelect={() => {}}
      steps={[
        { id: 'details', label: 'Details', state: 'done', href: '/AB23' },
        { id: 'questions', label: 'Questions', state: 'current', href: '/AB23/questions' },
        { id: 'code', label: 'Enter Code', state: 'locked', href: '/AB23/code' },
      ]}
    />,
  )
  test('links only where one can go', () => {
    expect([...markup.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual(['/AB23'])
  })
  test('marks the step one is at', () => {
    expect(markup).toMatch(/aria-current="step"[^>]*><span[^>]*>2/)
    expect(markup.match(/aria-current/g)).toHaveLength(1)
  })
  test('says in words that a step is done', () => {
    expect(markup).toMatch(/Details<\/span><span[^>]*> done/)
  })
})

describe('passes', () => {
  const outcomes: Outcome[] = ['success', 'departed', 'low', 'high', 'banned']
  const pass = (outcome: Outcome) => (
    <Pass outcome={outcome} word="Word" name="Ana" venue="Gate" time="09:41" timeLabel="Checked in" />
  )
  test('differ in drawing and frame from one another', () => {
    const drawings = outcomes.map((outcome) => /<svg.*<\/svg>/.exec(render(pass(outcome)))?.[0])
    const frames = outcomes.map(
      (outcome) => /<article[^>]*><div class="([^"]*)"/.exec(render(pass(outcome)))?.[1],
    )
    expect(new Set(drawings).size).toBe(outcomes.length)
    expect(new Set(frames).size).toBe(outcomes.length)
  })
  test('carry the word as the heading of the page', () => {
    expect(render(pass('banned'))).toMatch(/<h1[^>]*>Word<\/h1>/)
  })
})

test('a notice speaks up only where it is asked to', () => {
  expect(render(<Notice kind="good">Saved</Notice>)).not.toContain('role=')
  expect(render(<Notice kind="good" live="polite" />)).toContain('role="status"')
  expect(render(<Notice kind="danger" live="assertive" />)).toContain('role="alert"')
})

describe.each(lookNames)('the mark of %s', (look) => {
  test('is silent beside words and has a name without them', () => {
    expect(render(<Mark look={look} />)).toContain('aria-hidden="true"')
    expect(render(<Mark look={look} title="Gatehouse" />)).toMatch(/role="img" aria-label="Gatehouse"/)
  })
  test('is drawn in the colour of the text only', () => {
    expect(render(<Mark look={look} />)).not.toMatch(/#[0-9a-f]{3}|rgb|var\(/i)
  })
})
