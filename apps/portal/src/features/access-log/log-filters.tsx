import { weekdayName } from '@gatehouse/i18n/format/calendar'
import { hourName } from '@gatehouse/i18n/format/chart-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { FilterBar } from '@gatehouse/ui/list/filter-bar'
import { SearchField } from '@gatehouse/ui/staff/search-field'
import { useDebouncedText } from '@gatehouse/ui/staff/use-debounced-text.ts'
import {
  listLogMethodOptionsEndpoint,
  listLogQuestionOptionsEndpoint,
  listLogRoleOptionsEndpoint,
} from '@gatehouse/validation/endpoints/access-log'
import { listRecordSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { hoursOfDay, weekdays } from '@gatehouse/validation/vocabulary'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import type { OptionsEndpoint } from '../../lib/list/list-declaration.ts'
import { OneOfFewFilter, SearchedFilter } from '../../lib/list/list-filters.tsx'
import { stayLabels } from '../../lib/labels/vocabulary-labels.ts'
import { eventLabels, kindLabels, optionsOf, resultLabels } from './log-words.ts'
import { type FilterName, filtersOf, isMoment, type LogSearch, withFilter } from './log-search.ts'
import type { LogPage } from './queries.ts'
import styles from './access-log-page.module.css'

interface LogFiltersProps {
  search: LogSearch
  onSearch: (search: LogSearch, replace?: boolean) => void
  /** Gives the days that are shown. */
  page: LogPage | undefined
  /** The button for its columns. */
  view: ReactNode
}

/** The search and the filters of the log. */
export function LogFilters({ search, onSearch, page, view }: LogFiltersProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const set = (changed: Partial<Record<FilterName, string | undefined>>, replace = false) =>
    onSearch(withFilter(search, changed), replace)
  const [text, setText] = useDebouncedText(search.search ?? '', (typed) =>
    // The letters of one word are one step in the history, not one each.
    set({ search: typed || undefined }, search.search !== undefined && typed !== ''),
  )
  const [answer, setAnswer] = useDebouncedText(search.answer ?? '', (typed) =>
    set({ answer: typed || undefined }, search.answer !== undefined && typed !== ''),
  )
  const chosen = Object.keys(filtersOf(search)).length
  const active = chosen - (search.search === undefined ? 0 : 1)
  const labelled = (labels: Parameters<typeof optionsOf>[0]) =>
    optionsOf(labels).map(({ value, label }) => ({ value, label: t(label) }))
  const numbered = (values: readonly string[], nameOf: typeof weekdayName) =>
    values.map((value) => ({ value, label: nameOf(Number(value), language) }))
  const oneOf = (name: FilterName, label: string, options: { value: string; label: string }[]) => (
    <OneOfFewFilter
      label={label}
      value={search[name]}
      options={options}
      onChange={(value) => set({ [name]: value })}
    />
  )
  const searched = (name: FilterName, label: string, endpoint: OptionsEndpoint) => (
    <SearchedFilter
      label={label}
      value={search[name]}
      endpoint={endpoint}
      onChange={(value) => set({ [name]: value })}
    />
  )
  // A moment's day is that of the log's zone, which the server knows.
  const first = (isMoment(search.from) ? undefined : search.from) ?? page?.first_day ?? ''
  const last = (isMoment(search.to) ? undefined : search.to) ?? page?.last_day ?? ''
  return (
    <div className={styles.filters}>
      <FilterBar
        label={t`Filters`}
        search={
          <SearchField
            label={t`Search the log`}
            placeholder={t`Search by name, mobile or employee number`}
            clearLabel={t`Clear the search`}
            value={text}
            onChange={setText}
          />
        }
        toggleLabel={active > 0 ? `${t`Filters`} (${active})` : t`Filters`}
        filters={
          <>
            <DayFilter
              label={t`From`}
              value={first}
              onChange={(day, replace) => set({ from: day || undefined, to: last || undefined }, replace)}
            />
            <DayFilter
              label={t`To`}
              value={last}
              onChange={(day, replace) => set({ from: first || undefined, to: day || undefined }, replace)}
            />
            {searched('site', t`Site`, listRecordSiteOptionsEndpoint)}
            {searched('method', t`Method`, listLogMethodOptionsEndpoint)}
            {oneOf('kind', t`Kind`, labelled(kindLabels))}
            {searched('role', t`Role`, listLogRoleOptionsEndpoint)}
            {oneOf('event', t`Event`, labelled(eventLabels))}
            {oneOf('result', t`Result`, labelled(resultLabels))}
            {/* Home links here with these three: they are offered only where one of them is chosen. */}
            {search.stay !== undefined &&
              oneOf('stay', t`Length of stay`, [{ value: 'any', label: t`Known` }, ...labelled(stayLabels)])}
            {search.weekday !== undefined &&
              oneOf('weekday', t`Day of the week`, numbered(weekdays, weekdayName))}
            {search.hour !== undefined && oneOf('hour', t`Hour`, numbered(hoursOfDay, hourName))}
            {searched('question', t`Question`, listLogQuestionOptionsEndpoint)}
            <label className={`${styles.filter} ${styles.answer}`}>
              <span>{t`Answer`}</span>
              <input
                type="text"
                value={answer}
                maxLength={100}
                autoComplete="off"
                onChange={({ target }) => setAnswer(target.value)}
              />
            </label>
          </>
        }
        end={
          <>
            {chosen > 0 && (
              <Button kind="quiet" onClick={() => onSearch({})}>
                <Trans>Clear filters</Trans>
              </Button>
            )}
            {view}
          </>
        }
      />
    </div>
  )
}

interface DayFilterProps {
  label: string
  value: string
  /**
   * @param replace the same field has just set another day, so this is no history step of its own
   */
  onChange: (day: string, replace: boolean) => void
}

/** While a year is typed, browsers report the years 2, 20 and 202. */
const isWholeYear = (day: string) => day >= '2000'

/** A typed day. It takes effect once its year is complete, or when the field loses the focus. */
function DayFilter({ label, value, onChange }: DayFilterProps) {
  const [typed, setTyped] = useState<string>()
  const hasTold = useRef(false)
  const tell = (day: string) => {
    onChange(day, hasTold.current)
    hasTold.current = true
  }
  return (
    <label className={styles.filter}>
      <span>{label}</span>
      <input
        type="date"
        value={typed ?? value}
        autoComplete="off"
        onChange={({ target }) => {
          setTyped(target.value)
          if (isWholeYear(target.value)) tell(target.value)
        }}
        onBlur={() => {
          if (typed !== undefined && typed !== value) tell(typed)
          setTyped(undefined)
          hasTold.current = false
        }}
      />
    </label>
  )
}
