import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { entryOf, muster, renderMuster } from '../../../../test/render-muster.tsx'
import { saveList } from '../../../../test/save-list.ts'

const print = () => dispatchEvent(new Event('beforeprint'))

test('paper and file say when the server was heard last, and what is not there', async () => {
  const heardAt = Date.UTC(2026, 10, 20, 23, 45)
  await renderMuster({ roll: [entryOf('Silva')], view: { heardAt, isOffline: true, pending: 2 } })
  await expect
    .element(page.getByText(/^No connection since 11:45:00\spm\sUTC\. 2 marks wait to be sent\.$/))
    .toBeVisible()
  const file = await saveList()
  print()
  for (const text of [file, document.body.lastElementChild?.textContent ?? '']) {
    expect(text).toMatch(/As of 20 Nov 2026, 11:45\spm\sUTC/)
    expect(text).toMatch(/No connection since 11:45:00\spm\sUTC\. 2 marks wait to be sent\./)
  }
})

test('paper and file say that the list is the one of the board', async () => {
  await renderMuster({ roll: [entryOf('Silva')], current: { version: 0 } })
  const file = await saveList()
  print()
  for (const text of [file, document.body.lastElementChild?.textContent ?? ''])
    expect(text).toContain(
      'The list of the muster is being fetched. Until it comes, the people of the board are shown.',
    )
})

test('paper and file of a muster that nobody else has say so, and no time of the server', async () => {
  await renderMuster({
    roll: [entryOf('Silva')],
    current: { version: 0, isLocal: true, muster: { ...muster, started_by: null } },
    view: { heardAt: 0, isOffline: true },
  })
  const file = await saveList()
  expect(file).toContain('No connection. The muster itself is not sent yet.')
  expect(file).not.toContain('As of')
})

test('nothing is doubted of a list that is all there', async () => {
  await renderMuster({ roll: [entryOf('Silva')] })
  const file = await saveList()
  expect(file).toContain('As of ')
  expect(file).not.toMatch(/connection|sent|fetched/)
})
