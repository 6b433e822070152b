import { creationEndpoint } from '@gatehouse/validation/creation-endpoint'
import { endpoint } from '@gatehouse/validation/endpoint'
import { LastName, Uuid } from '@gatehouse/validation/fields'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { StubApiError, stubApi, type StubApi } from '../../../test/stub-api.ts'
import { api } from '../api.ts'
import { FormModal } from './form-modal.tsx'

const saveGroupEndpoint = endpoint({
  method: 'PUT',
  path: '/test/group',
  summary: 'Saves the group of this test.',
  access: 'person',
  body: v.strictObject({
    name: LastName,
    password: v.string(),
    people: v.array(v.strictObject({ name: LastName })),
  }),
  response: 'none',
  errors: ['conflict', 'wrong_password', 'changed_meanwhile'],
})

const addGroupEndpoint = creationEndpoint({
  path: '/test/group',
  summary: 'Adds a group.',
  access: 'person',
  body: v.strictObject({ name: LastName }),
  response: v.object({ name: v.string() }),
  errors: [],
})

/** The window in which a group is added. */
function AddPage({ search }: { search: { edit?: unknown } }) {
  const navigate = useNavigate()
  const [added, setAdded] = useState(0)
  return (
    <>
      <button type="button" onClick={() => void navigate({ to: '/page', search: { edit: 1 } } as never)}>
        Edit
      </button>
      <output>Added {added} times</output>
      {search.edit !== undefined && (
        <FormModal
          id="new-group"
          title="Group"
          schema={addGroupEndpoint.body}
          values={{ name: '' }}
          fields={[{ name: 'name', label: 'Group name', autoComplete: 'off' }]}
          submitLabel="Save"
          submit={async (body, once) => {
            await api.call(addGroupEndpoint, { headers: once, body })
            setAdded((before) => before + 1)
          }}
          onClose={() => void navigate({ to: '/page' } as never)}
        />
      )}
    </>
  )
}

const initial = { name: 'Stadium', password: '', people: [{ name: 'Álvarez' }] }

interface PageProps {
  search: { edit?: string | number | undefined }
  values?: typeof initial
  /** The values are fetched while the window is open. */
  isLate?: boolean
  /** Saved by another user in the meantime. */
  theirs?: typeof initial
}

function Page({ search, values: first = initial, isLate = false, theirs }: PageProps) {
  const navigate = useNavigate()
  const [saved, setSaved] = useState(0)
  const [values, setValues] = useState(first)
  const [fetched, setFetched] = useState<typeof initial>()
  useEffect(() => {
    const timer = setTimeout(() => setFetched(values), 100)
    return () => clearTimeout(timer)
  }, [values])
  return (
    <>
      <button type="button" onClick={() => void navigate({ to: '/page', search: { edit: 1 } } as never)}>
        Edit
      </button>
      <output>Saved {saved} times</output>
      {search.edit !== undefined && (
        <FormModal
          id="group"
          title="Group"
          schema={saveGroupEndpoint.body}
          values={isLate ? fetched : values}
          fields={[
            { name: 'name', label: 'Group name', autoComplete: 'off' },
            { type: 'password', name: 'password', label: 'Password', autoComplete: 'current-password' },
            {
              type: 'list',
              name: 'people',
              label: 'People',
              addLabel: 'Add a person',
              removeLabel: (number) => `Remove person ${number}`,
              newItem: { name: '' },
              fields: [{ name: 'name', label: 'Last name', autoComplete: 'off' }],
            },
            {
              type: 'custom',
              key: 'count',
              edits: null,
              render: ({ values: { people } }) => <p>People: {people.length}</p>,
            },
          ]}
          submitLabel="Save"
          submit={async (body) => {
            await api.call(saveGroupEndpoint, { body })
            setSaved((before) => before + 1)
          }}
          failedTitle="The group could not be saved"
          onChangedMeanwhile={
            theirs &&
            (() => {
              setValues(theirs)
              return theirs
            })
          }
          draft="group of this person"
          onClose={() => void navigate({ to: '/page' } as never)}
        />
      )}
    </>
  )
}

const dialog = page.getByRole('dialog', { name: 'Group' })
const name = page.getByRole('textbox', { name: 'Group name' })
const password = page.getByRole('textbox', { name: 'Password' })
const person = page.getByRole('textbox', { name: 'Last name' })
const save = page.getByRole('button', { name: 'Save' })
const summary = page.getByRole('alert')
const links = summary.getByRole('link')
const edit = page.getByRole('button', { name: 'Edit' })
const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
const answer = (label: string) => question.getByRole('button', { name: label }).click()

let server: StubApi
beforeEach(() => {
  server = stubApi()
  server.on(saveGroupEndpoint, () => undefined)
})
const sent = () => server.requestsOf(saveGroupEndpoint).map(({ body }) => body)

async function openEditor() {
  const shown = await renderPage({ Page })
  await edit.click()
  await expect.element(name).toHaveFocus()
  return shown
}

test('what somebody else has changed too stands below its field, with the choice', async () => {
  const theirs = { ...initial, name: 'Arena', people: [{ name: 'Bo' }] }
  server.on(saveGroupEndpoint, () => {
    throw new StubApiError('changed_meanwhile')
  })
  await renderPage({ Page: (props) => <Page {...props} theirs={theirs} /> })
  await edit.click()
  await name.fill('Hall')
  await save.click()
  const choice = page.getByRole('group', { name: 'The other person’s value: Arena' })
  await expect.element(choice).toBeVisible()
  const bottom = name.element().getBoundingClientRect().bottom
  const gap = choice.element().getBoundingClientRect().top - bottom
  expect(gap).toBeGreaterThanOrEqual(0)
  expect(gap).toBeLessThan(24)
  // Untouched values have become the other user's, without a question.
  await expect.element(person).toHaveValue('Bo')
  await page.getByRole('link', { name: 'Group name' }).click()
  await expect.element(name).toHaveFocus()
  await choice.getByRole('button', { name: 'Use it' }).click()
  await expect.element(name).toHaveValue('Arena')
  await expect.element(name).toHaveFocus()
  await expect.element(choice).not.toBeInTheDocument()
  server.on(saveGroupEndpoint, () => undefined)
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent().at(-1)).toMatchObject({ name: 'Arena', people: [{ name: 'Bo' }] })
})

test('values that come while the window is open are those of every field from the first moment on', async () => {
  await renderPage({ Page: ({ search }) => <Page search={search} isLate /> })
  await edit.click()
  await expect.element(page.getByText('People: 1')).toBeVisible()
  await expect.element(name).toHaveValue('Stadium')
})

test('what is right is sent once, as the endpoint declares it, and the window gives the focus back', async () => {
  await openEditor()
  await name.fill('Arena')
  await save.click()
  await expect.element(page.getByText('Saved 1 times')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent()).toEqual([{ ...initial, name: 'Arena' }])
  await expect.element(edit).toHaveFocus()
})

test('two presses in one moment send once', async () => {
  await openEditor()
  await name.fill('Arena')
  const form = document.querySelector('form')!
  form.requestSubmit()
  form.requestSubmit()
  await expect.element(page.getByText('Saved 1 times')).toBeVisible()
  expect(sent()).toHaveLength(1)
})

describe('where the answer is lost', () => {
  const added = (times: number) => expect.element(page.getByText(`Added ${times} times`)).toBeVisible()
  const keys = () => server.requestsOf(addGroupEndpoint).map(({ idempotencyKey }) => idempotencyKey)
  const lose = () => {
    throw new Error('The answer is lost.')
  }

  test('what is added is sent again under the same key, and another form has another one', async () => {
    server.on(addGroupEndpoint, lose)
    await renderPage({ Page: AddPage })
    await edit.click()
    await name.fill('Crew')
    await save.click()
    await expect.element(summary).toBeVisible()
    server.on(addGroupEndpoint, ({ body }) => body as { name: string })
    await save.click()
    await added(1)
    await edit.click()
    await name.fill('Crew')
    await save.click()
    await added(2)
    const [first, second, third] = keys()
    expect(v.is(Uuid, first)).toBe(true)
    expect(second).toBe(first)
    expect(v.is(Uuid, third)).toBe(true)
    expect(third).not.toBe(first)
  })

  test('other values have another key', async () => {
    server.on(addGroupEndpoint, lose)
    await renderPage({ Page: AddPage })
    await edit.click()
    await name.fill('Crew')
    await save.click()
    await expect.poll(() => keys()).toHaveLength(1)
    await expect.element(summary).toBeVisible()
    server.on(addGroupEndpoint, ({ body }) => body as { name: string })
    await name.fill('Cast')
    await save.click()
    await added(1)
    expect(keys()[1]).not.toBe(keys()[0])
  })

  test('of a change that is there by now, it is saved without a question', async () => {
    const theirs = { ...initial, name: 'Arena' }
    server.on(saveGroupEndpoint, lose)
    await renderPage({ Page: (props) => <Page {...props} theirs={theirs} /> })
    await edit.click()
    await name.fill('Arena')
    await save.click()
    await expect.element(summary).toBeVisible()
    let refused = 0
    server.on(saveGroupEndpoint, () => {
      refused += 1
      if (refused === 1) throw new StubApiError('changed_meanwhile')
    })
    await save.click()
    await expect.element(page.getByText('Saved 1 times')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(sent()).toEqual([theirs, theirs, theirs])
  })

  test('a change that moves on each time is not sent for ever', async () => {
    server.on(saveGroupEndpoint, () => {
      throw new StubApiError('changed_meanwhile')
    })
    await renderPage({ Page: (props) => <Page {...props} theirs={{ ...initial, name: 'Arena' }} /> })
    await edit.click()
    await name.fill('Arena')
    await save.click()
    await expect.poll(() => sent()).toHaveLength(2)
    await expect.element(summary).toBeVisible()
    await expect.element(save).toBeEnabled()
    expect(sent()).toHaveLength(2)
  })
})

describe('errors', () => {
  test('of the schema stand beside the fields and on top, with the focus on the first; each goes as soon as it is right', async () => {
    await openEditor()
    await name.fill('')
    await person.fill('')
    await save.click()
    await expect.element(links.nth(1)).toBeVisible()
    await expect.element(name).toHaveFocus()
    await expect.element(name).toHaveAttribute('aria-invalid', 'true')
    await expect.element(person).toHaveAccessibleDescription(/Please enter/)
    await userEvent.keyboard('A')
    await expect.element(name).not.toHaveAttribute('aria-invalid', 'true')
    await expect.poll(() => links.elements()).toHaveLength(1)
    await links.click()
    await expect.element(person).toHaveFocus()
    await userEvent.keyboard('B')
    await expect.element(summary).not.toBeInTheDocument()
    expect(sent()).toEqual([])
  })

  test('of the server stand beside their fields too, and go with the next letter', async () => {
    server.on(saveGroupEndpoint, () => {
      throw new StubApiError('wrong_password', { password: 'current_password_wrong', name: 'already_in_use' })
    })
    await openEditor()
    await name.fill('Arena')
    await password.fill('wrong')
    await save.click()
    await expect.element(links.nth(1)).toBeVisible()
    await expect.element(name).toHaveFocus()
    await expect.element(password).toHaveAttribute('aria-invalid', 'true')
    await userEvent.keyboard('s')
    await expect.poll(() => links.elements()).toHaveLength(1)
    await password.fill('other')
    await expect.element(summary).not.toBeInTheDocument()
    await expect.element(name).toHaveValue('Arenas')
  })

  test('that belong to no field stand on top with the focus, and the typing stays', async () => {
    server.on(saveGroupEndpoint, () => {
      throw new StubApiError('forbidden')
    })
    await openEditor()
    await name.fill('Arena')
    await save.click()
    await expect.element(summary).toMatchTextContent(/The group could not be saved/)
    await expect.element(summary).toMatchTextContent(/You are not allowed to do this\./)
    await expect.poll(() => document.activeElement?.contains(summary.element())).toBe(true)
    await expect.element(name).toHaveValue('Arena')
    server.on(saveGroupEndpoint, () => undefined)
    await save.click()
    await expect.element(page.getByText('Saved 1 times')).toBeVisible()
  })
})

describe('errors of what is no field of the window', () => {
  const saved = { ...initial, remarks: 'from elsewhere' }
  const openEditorOf = async (values: typeof initial) => {
    await renderPage({ Page: ({ search }) => <Page search={search} values={values} /> })
    await edit.click()
    await expect.element(name).toHaveFocus()
  }

  test('found by the schema stand on top, and nothing is sent', async () => {
    await openEditorOf(saved)
    await save.click()
    await expect.element(summary).toMatchTextContent(/The group could not be saved/)
    await expect.element(summary).toMatchTextContent(/remarks: This field is unknown/)
    await expect.poll(() => document.activeElement?.contains(summary.element())).toBe(true)
    await name.fill('')
    await save.click()
    await expect.poll(() => links.elements()).toHaveLength(1)
    await expect.element(page.getByText('remarks: This field is unknown')).toBeVisible()
    await expect.element(name).toHaveFocus()
    expect(sent()).toEqual([])
  })

  test('found by the server stand on top until the next attempt', async () => {
    server.on(saveGroupEndpoint, () => {
      throw new StubApiError('conflict', { company_no: 'already_in_use', name: 'too_long' })
    })
    await openEditorOf(initial)
    await save.click()
    await expect.poll(() => links.elements()).toHaveLength(1)
    await expect.element(page.getByText(/^company_no: This is already in use/)).toBeVisible()
    server.on(saveGroupEndpoint, () => undefined)
    await name.fill('Arena')
    await save.click()
    await expect.element(page.getByText('Saved 1 times')).toBeVisible()
  })
})

describe('a choice of any number of values', () => {
  const kinds = ['email', 'text', 'call']
  const choice = page.getByRole('group', { name: 'Kinds' })
  let saved: string[][]
  function ChoicePage() {
    const [values, setValues] = useState<{ kinds: string[] }>()
    useEffect(() => {
      const timer = setTimeout(() => setValues({ kinds: [] }), 50)
      return () => clearTimeout(timer)
    }, [])
    return (
      <FormModal
        id="kinds"
        title="Group"
        schema={v.strictObject({ kinds: v.pipe(v.array(v.picklist(kinds)), v.minLength(1)) })}
        values={values}
        fields={[
          {
            type: 'choices',
            name: 'kinds',
            label: 'Kinds',
            choices: kinds.map((value) => ({ value, label: value })),
          },
        ]}
        submitLabel="Save"
        submit={({ kinds: chosen }) => Promise.resolve(saved.push(chosen))}
        onClose={() => undefined}
      />
    )
  }

  test('may be fetched, has its error in the summary, and its values in the order of the choices', async () => {
    saved = []
    await renderPage({ Page: ChoicePage })
    await save.click()
    await expect.poll(() => links.elements()).toHaveLength(1)
    await expect.element(choice).toHaveAccessibleDescription(/./)
    await expect.element(page.getByRole('checkbox', { name: 'email' })).toHaveFocus()
    await page.getByRole('checkbox', { name: 'call' }).click()
    await expect.element(summary).not.toBeInTheDocument()
    await page.getByRole('checkbox', { name: 'email' }).click()
    await save.click()
    await expect.poll(() => saved).toEqual([['email', 'call']])
  })
})

describe('unsaved typing', () => {
  test('is asked about, by Escape, the buttons and Back; it stays unless it is discarded', async () => {
    const { back, url } = await openEditor()
    await name.fill('Arena')
    const ways = [
      () => userEvent.keyboard('{Escape}'),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      () => Promise.resolve(back()),
    ]
    for (const leave of ways) {
      await leave()
      await expect.element(question).toBeVisible()
      await answer('Keep editing')
      await expect.element(question).not.toBeInTheDocument()
      await expect.element(name).toHaveValue('Arena')
    }
    back()
    await answer('Discard')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(url()).toBe('/page')
    await edit.click()
    await expect.element(name).toHaveValue('Stadium')
  })

  test('that was taken back is not asked about', async () => {
    await openEditor()
    await name.fill('Arena')
    await name.fill('Stadium')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(edit).toHaveFocus()
    await edit.click()
    await expect.element(name).toHaveFocus()
    await expect.element(name).toHaveValue('Stadium')
  })

  test('survives the end of the session, without the password, and not a second visit after it was sent', async () => {
    const { go } = await openEditor()
    await name.fill('Arena')
    await password.fill('secret of mine')
    await page.getByRole('button', { name: 'Add a person' }).click()
    await person.nth(1).fill('Ng')
    await go('/login')
    await expect.element(page.getByText('Login')).toBeVisible()
    await expect.element(question).not.toBeInTheDocument()

    await go('/page?edit=1')
    await expect.element(name).toHaveValue('Arena')
    await expect.element(person.nth(1)).toHaveValue('Ng')
    await expect.element(password).toHaveValue('')
    await save.click()
    await expect.element(page.getByText('Saved 1 times')).toBeVisible()
    expect(sent()).toEqual([{ name: 'Arena', password: '', people: [{ name: 'Álvarez' }, { name: 'Ng' }] }])
    await edit.click()
    await expect.element(name).toHaveValue('Stadium')
    await expect.poll(() => person.elements()).toHaveLength(1)
  })
})

describe('a draft that comes back after a login', () => {
  const typeAndLeave = async (somebody = {}) => {
    const stored = { values: initial }
    const { go } = await renderPage({
      Page: ({ search }) => <Page search={search} values={stored.values} theirs={stored.values} />,
      person: somebody,
    })
    await edit.click()
    await expect.element(name).toHaveFocus()
    await name.fill('Hall')
    await go('/login')
    await expect.element(page.getByText('Login')).toBeVisible()
    return { stored, leave: () => go('/login'), comeBack: () => go('/page?edit=1') }
  }

  test('takes over what others have changed meanwhile, and sends it', async () => {
    const { stored, comeBack } = await typeAndLeave()
    stored.values = { ...initial, people: [{ name: 'Bo' }] }
    await comeBack()
    await expect.element(name).toHaveValue('Hall')
    await expect.element(person).toHaveValue('Bo')
    await expect.element(page.getByText('You have both changed:')).not.toBeInTheDocument()
    await save.click()
    await expect.element(page.getByText('Saved 1 times')).toBeVisible()
    expect(sent()).toEqual([{ ...initial, name: 'Hall', people: [{ name: 'Bo' }] }])
  })

  test('shows both values of what others have changed too, also when the session ends once more', async () => {
    const { stored, leave, comeBack } = await typeAndLeave()
    stored.values = { ...initial, name: 'Arena' }
    await comeBack()
    const choice = page.getByRole('group', { name: 'The other person’s value: Arena' })
    await expect.element(choice).toBeVisible()
    await expect.element(name).toHaveValue('Hall')
    await page.getByRole('button', { name: 'Add a person' }).click()
    await leave()
    await expect.element(page.getByText('Login')).toBeVisible()
    await comeBack()
    await expect.element(choice).toBeVisible()
    await expect.poll(() => person.elements()).toHaveLength(2)
    await choice.getByRole('button', { name: 'Use it' }).click()
    await expect.element(name).toHaveValue('Arena')
  })

  test.each([{ id: 'other' }, { id: 'other', client_id: 'other client' }, { client_id: 'other client' }])(
    'is not shown to %j',
    async (other) => {
      const somebody = {}
      const { comeBack } = await typeAndLeave(somebody)
      Object.assign(somebody, other)
      await comeBack()
      await expect.element(name).toHaveValue('Stadium')
      await expect.element(save).toBeVisible()
    },
  )
})

describe('a list of items', () => {
  const add = page.getByRole('button', { name: 'Add a person' })

  test('adds one with the focus in it, checks each, and removes one without losing the focus', async () => {
    await openEditor()
    await add.click()
    await expect.element(person.nth(1)).toHaveFocus()
    await save.click()
    await expect.poll(() => links.elements()).toHaveLength(1)
    await expect.element(person.nth(1)).toHaveFocus()
    await expect.element(person.nth(1)).toHaveAttribute('aria-invalid', 'true')
    await expect.element(person.first()).not.toHaveAttribute('aria-invalid', 'true')
    await userEvent.keyboard('Ng')
    await expect.element(summary).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Remove person 1' }).click()
    await expect.poll(() => person.elements()).toHaveLength(1)
    await expect.element(person).toHaveValue('Ng')
    await expect.element(add).toHaveFocus()
    await save.click()
    await expect.element(page.getByText('Saved 1 times')).toBeVisible()
    expect(sent()).toEqual([{ ...initial, people: [{ name: 'Ng' }] }])
  })

  test('shows what the server says of one item beside that item', async () => {
    server.on(saveGroupEndpoint, () => {
      throw new StubApiError('conflict', { 'people.1.name': 'already_in_use' })
    })
    await openEditor()
    await add.click()
    await person.nth(1).fill('Ng')
    await save.click()
    await expect.element(person.nth(1)).toHaveFocus()
    await expect.element(person.nth(1)).toHaveAttribute('aria-invalid', 'true')
    await expect.poll(() => links.elements()).toHaveLength(1)
  })
})
