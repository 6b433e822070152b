import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { isLoopbackUrl } from '@gatehouse/validation/loopback'
import { Notice } from '@gatehouse/ui/core/notice'
import {
  createUserEndpoint,
  inviteUserEndpoint,
  NewUser,
  updateUserEndpoint,
  User,
  UserChanges,
} from '@gatehouse/validation/endpoints/users'
import type { OneTimeLink } from '@gatehouse/validation/fields'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useProfile } from '../../lib/use-session.ts'
import { api } from '../../lib/api.ts'
import { Pending } from '../../lib/failure.tsx'
import { dirtyValues } from '../../lib/forms/dirty-values.ts'
import type { FormField } from '../../lib/forms/form-fields.tsx'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { approvesAccounts } from '../../lib/manages-people.ts'
import { toastError } from '../../lib/toast-error.tsx'
import { toast } from '../../lib/toaster.ts'
import { accountTypeLabels } from '../../lib/labels/vocabulary-labels.ts'
import { AccessField, useHasNoSites, useOnlySite } from './access-field.tsx'
import { renewUsers, userQuery } from './queries.ts'
import { UserLinkModal } from './user-link-modal.tsx'

export type UserValues = ReturnType<typeof formValues>

interface UserModalProps {
  /** The site of a new user, where the list is filtered by one. */
  siteId?: string | undefined
  onClose: () => void
}

interface Made {
  name: string
  link: OneTimeLink
}

/** A new user, invited by email or with a link to pass on. */
export function NewUserModal({ siteId = '', onClose }: UserModalProps) {
  const { t } = useLingui()
  const fields = useUserFields({ isSelf: false, stored: [] })
  const hasNoSites = useHasNoSites()
  const onlySite = useOnlySite()
  const { sendsMail, publicUrl } = runtimeConfig
  /** Without an email to the new user, the window ends with the link to pass on. */
  const made = useRef<Made>(undefined)
  const [invited, setInvited] = useState<Made>()
  if (invited) return <UserLinkModal {...invited} onClose={onClose} />
  return (
    <FormModal<UserValues, typeof NewUser>
      id="user"
      title={<Trans>New user</Trans>}
      schema={NewUser}
      values={{ ...newUser, access: [{ site_id: siteId, user_type: 'Staff' }] }}
      // An entry without a site could not be sent. It reappears with the first site.
      read={(values) => ({ ...values, access: hasNoSites ? [] : withOnlySite(values.access, onlySite) })}
      fields={[
        ...fields,
        {
          type: 'checkbox',
          name: 'invite',
          label: sendsMail ? (
            <Trans>Send an invitation</Trans>
          ) : (
            <Trans>Show an invitation link to share</Trans>
          ),
          hint:
            sendsMail && isLoopbackUrl(publicUrl) ? (
              <Trans>
                The link leads to {publicUrl}, which others can’t open. Set PUBLIC_URL and restart Gatehouse
                first.
              </Trans>
            ) : (
              <Trans>It has a link to choose a password.</Trans>
            ),
        },
      ]}
      submitLabel={<Trans>Add user</Trans>}
      submit={async (body, once) => {
        const saved = await api.call(createUserEndpoint, { headers: once, body })
        await renewUsers(saved)
        const name = `${saved.first_name} ${saved.last_name}`
        if (!sendsMail && body.invite && saved.status === 'active') {
          const { link } = await api
            .call(inviteUserEndpoint, { params: { id: saved.id } })
            .catch((error: Error) => (toastError(error), { link: null }))
          if (link) made.current = { name, link }
        }
        toast('success', saved.status === 'pending' ? t`${name} needs approval.` : t`${name} has been added.`)
      }}
      failedTitle={<Trans>The user could not be saved</Trans>}
      draft="user new"
      onClose={() => (made.current ? setInvited(made.current) : onClose())}
    />
  )
}

/** The effective entries: with the only site where none was chosen. */
const withOnlySite = (access: UserValues['access'], only: { id: string } | undefined) =>
  access.map((entry) => ({ ...entry, site_id: entry.site_id || (only?.id ?? '') }))

/** The details of a user. Only changes are sent. */
export function EditUserModal({ id, onClose }: UserModalProps & { id: string }) {
  const { t } = useLingui()
  const { data, ...query } = useQuery(userQuery(id))
  const { known: user, headers, form } = useEditedRow(data, User, formValues)
  const isSelf = useProfile().id === id
  const fields = useUserFields({ isSelf, stored: user?.access ?? [] })
  const onlySite = useOnlySite()
  return (
    <FormModal<UserValues, typeof UserChanges>
      id="user"
      title={<Trans>Edit user</Trans>}
      schema={UserChanges}
      read={(values) =>
        user
          ? dirtyValues(formValues(user), {
              ...values,
              access: withOnlySite(values.access, onlySite),
            })
          : {}
      }
      placeholder={<Pending title={<Trans>The user could not be loaded</Trans>} query={query} height={480} />}
      fields={fields}
      submitLabel={<Trans>Update user</Trans>}
      submit={async (body) => {
        let saved = user
        if (Object.keys(body).length > 0) {
          saved = await api.call(updateUserEndpoint, { params: { id }, headers, body })
          await renewUsers(saved)
        }
        const waits = saved?.status === 'pending' && user?.status !== 'pending'
        const name = `${saved?.first_name} ${saved?.last_name}`
        toast('success', waits ? t`${name} needs approval.` : t`The user has been updated.`)
      }}
      {...form}
      failedTitle={<Trans>The user could not be saved</Trans>}
      draft={`user ${id}`}
      onClose={onClose}
    />
  )
}

function useUserFields({
  isSelf,
  stored,
}: {
  isSelf: boolean
  stored: User['access']
}): FormField<UserValues>[] {
  const { t } = useLingui()
  const person = useProfile()
  const isAdmin = person.admin || person.site_admin
  const text = (name: 'employee_number' | 'phone_extension', label: ReactNode) =>
    ({ name, label, isOptional: true }) satisfies FormField<UserValues>
  const isOther = () => !isSelf
  const entryText = ({ site_id, user_type }: UserValues['access'][number]) => {
    const site = stored.find((entry) => entry.site_id === site_id)
    return `${site?.site_name ?? ''}: ${t(accountTypeLabels[user_type])}`
  }
  return [
    { name: 'first_name', label: <Trans>First name</Trans> },
    { name: 'last_name', label: <Trans>Last name</Trans> },
    { type: 'email', name: 'email', label: <Trans>Email</Trans>, isShown: isOther },
    { type: 'tel', name: 'mobile', label: <Trans>Mobile</Trans>, isOptional: true },
    text('employee_number', <Trans>Employee number</Trans>),
    text('phone_extension', <Trans>Phone extension</Trans>),
    {
      type: 'checkbox',
      name: 'admin',
      label: <Trans>Administrator</Trans>,
      hint: <Trans>Full access to the organisation, at all sites.</Trans>,
      isShown: () => isAdmin && !isSelf,
    },
    {
      type: 'custom',
      key: 'access',
      render: (form) => <AccessField form={form} stored={stored} />,
      edits: {
        name: 'access',
        label: <Trans>Sites</Trans>,
        text: ({ access }) => access.map(entryText).join(', ') || '–',
      },
      isShown: isOther,
    },
    {
      type: 'checkbox',
      name: 'approval_access',
      label: <Trans>Can approve accounts</Trans>,
      hint: <Trans>At the sites that the person manages.</Trans>,
      isShown: () => approvesAccounts(person) && !isSelf,
    },
    { type: 'checkbox', name: 'ppe', label: <Trans>PPE required</Trans> },
    { type: 'checkbox', name: 'temperature', label: <Trans>Temperature check required</Trans> },
    {
      type: 'custom',
      key: 'self',
      edits: null,
      render: () => (
        <Notice kind="info" title={<Trans>This is your own account</Trans>}>
          <Trans>
            Change your email under “Update my details”. Ask another administrator to change your rights.
          </Trans>
        </Notice>
      ),
      isShown: () => isSelf,
    },
  ]
}

const newUser = {
  first_name: '',
  last_name: '',
  email: '',
  mobile: '',
  employee_number: '',
  phone_extension: '',
  admin: false,
  approval_access: false,
  ppe: false,
  temperature: false,
  invite: true,
}

const formValues = (user: User) => ({
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  mobile: user.mobile ?? '',
  employee_number: user.employee_number,
  phone_extension: user.phone_extension,
  admin: user.admin,
  access: user.access.map(({ site_id, user_type }) => ({ site_id, user_type })),
  approval_access: user.approval_access,
  ppe: user.ppe,
  temperature: user.temperature,
  invite: false,
})
