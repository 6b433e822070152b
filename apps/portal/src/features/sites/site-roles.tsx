import { queryClient } from '@gatehouse/api-client/query-client'
import { languageNames } from '@gatehouse/i18n/language-names'
import { limits } from '@gatehouse/validation/limits'
import { languages } from '@gatehouse/validation/vocabulary'
import {
  createVisitorRoleEndpoint,
  deleteVisitorRoleEndpoint,
  listVisitorRolesEndpoint,
  roleFields,
  updateVisitorRoleEndpoint,
  VisitorRole,
} from '@gatehouse/validation/endpoints/visitor-roles'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { api } from '../../lib/api.ts'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { PartList } from './part-list.tsx'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { StateBadge } from '../../lib/state-badge.tsx'
import { msg } from '@lingui/core/macro'

interface SiteRolesProps {
  siteId: string
  canManage: boolean
}

/** The roles from which visitors of a site choose. */
export function SiteRoles({ siteId, canManage }: SiteRolesProps) {
  const roles = endpointQuery(listVisitorRolesEndpoint, {
    params: { id: siteId },
    query: { per_page: String(limits.list.maxPerPage) },
  })
  const query = useQuery(roles)
  const renew = () => queryClient.invalidateQueries(roles)
  return (
    <PartList
      query={query}
      canManage={canManage}
      intro={<Trans>With two or more roles, visitors choose one. A single role is set automatically.</Trans>}
      failedTitle={<Trans>The roles could not be loaded</Trans>}
      emptyTitle={<Trans>There are no visitor roles</Trans>}
      emptyText={<Trans>Visitors sign in without a role.</Trans>}
      addLabel={<Trans>Add a role</Trans>}
      detail={({ names }) =>
        languages
          .flatMap((language) => (names[language] ? [`${languageNames[language]}: ${names[language]}`] : []))
          .join(' · ')
      }
      badge={({ enabled }) => !enabled && <StateBadge kind="caution" text={msg`Disabled`} />}
      editor={(role, close) => (
        <RoleModal key={role?.id} siteId={siteId} role={role} onSaved={renew} onClose={close} />
      )}
      move={async ({ id: roleId }, position) => {
        await api.call(updateVisitorRoleEndpoint, {
          params: { id: siteId, roleId },
          headers: {},
          body: { position },
        })
        await renew()
      }}
      remove={async ({ id: roleId }) => {
        await api.call(deleteVisitorRoleEndpoint, { params: { id: siteId, roleId } })
        await renew()
      }}
      whyKept={({ only_questions: questions }) =>
        questions.length > 0 && (
          <>
            <p>
              <Trans>
                Some questions have only this role. Without it, everyone would be asked. Give them another
                role first, or disable this one.
              </Trans>
            </p>
            <ul>
              {questions.map((name, place) => (
                <li key={place}>{name}</li>
              ))}
            </ul>
          </>
        )
      }
      removeText={() => (
        <Trans>
          Visitors can no longer choose it. Past visits keep its name. To hide it for a while, disable it
          instead.
        </Trans>
      )}
    />
  )
}

const RoleInput = v.strictObject(roleFields)

function readRole({ name, en, enAu, es, enabled }: ReturnType<typeof roleValues>) {
  const given = Object.entries({ en, 'en-au': enAu, es }).filter(([, text]) => text.trim() !== '')
  return { name, names: Object.fromEntries(given), enabled }
}

function roleValues(role: VisitorRole | undefined) {
  const { name = '', names = {}, enabled = true } = role ?? {}
  return { name, en: names.en ?? '', enAu: names['en-au'] ?? '', es: names.es ?? '', enabled }
}

interface RoleModalProps {
  siteId: string
  /** Undefined for a new one. */
  role: VisitorRole | undefined
  onSaved: () => Promise<unknown>
  onClose: () => void
}

function RoleModal({ siteId, role, onSaved, onClose }: RoleModalProps) {
  const { known, headers, form } = useEditedRow(role, VisitorRole, roleValues)
  return (
    <FormModal
      id="visitor-role"
      title={role ? <Trans>Edit the role</Trans> : <Trans>New role</Trans>}
      schema={RoleInput}
      {...form}
      values={roleValues(known)}
      read={readRole}
      fields={[
        { name: 'name', label: <Trans>Name</Trans> },
        { name: 'enAu', label: languageNames['en-au'], isOptional: true },
        { name: 'en', label: languageNames.en, isOptional: true },
        { name: 'es', label: languageNames.es, isOptional: true },
        { type: 'checkbox', name: 'enabled', label: <Trans>Visitors can choose it</Trans> },
      ]}
      submit={async (body, once) => {
        if (known) {
          const params = { id: siteId, roleId: known.id }
          await api.call(updateVisitorRoleEndpoint, { params, headers, body })
        } else await api.call(createVisitorRoleEndpoint, { params: { id: siteId }, headers: once, body })
        await onSaved()
      }}
      onClose={onClose}
    />
  )
}
