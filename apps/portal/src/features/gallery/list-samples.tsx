import { Menu, MenuItem } from '@gatehouse/ui/aria/menu'
import { Badge } from '@gatehouse/ui/core/badge'
import { Button } from '@gatehouse/ui/core/button'
import { Pager } from '@gatehouse/ui/staff/pager'
import {
  Cell,
  HeadCell,
  SelectAllCell,
  SelectCell,
  SkeletonRows,
  SortCell,
  Table,
  TableRow,
} from '@gatehouse/ui/staff/table'
import { SelectionBar } from '@gatehouse/ui/staff/toolbar'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Samples } from './samples.tsx'

const names = ['Amelia Álvarez', 'Hēmi Taylor', 'Søren Papadopoulos-Featherstonehaugh']

export function ListSamples() {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set([names[1]!]))
  const [direction, setDirection] = useState<'asc' | 'desc'>('asc')
  const choose = (name: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(name)
    else next.delete(name)
    setChosen(next)
  }
  const sorted = direction === 'asc' ? names : names.toReversed()
  return (
    <Samples title={<Trans>Lists</Trans>}>
      <Table
        caption={t`People`}
        head={
          <>
            <SelectAllCell
              label={t`All on this page`}
              isSelected={chosen.size === names.length}
              isPartly={chosen.size > 0 && chosen.size < names.length}
              onSelect={(all) => setChosen(new Set(all ? names : []))}
            />
            <SortCell
              direction={direction}
              onSort={() => setDirection(direction === 'asc' ? 'desc' : 'asc')}
            >{t`Name`}</SortCell>
            <HeadCell align="end">{t`Dependants`}</HeadCell>
            <HeadCell>{t`State`}</HeadCell>
            <HeadCell isHidden>{t`Actions`}</HeadCell>
          </>
        }
      >
        {sorted.map((name, at) => (
          <TableRow key={name} isSelected={chosen.has(name)}>
            <SelectCell
              label={name}
              isSelected={chosen.has(name)}
              onSelect={(isChosen) => choose(name, isChosen)}
            />
            <Cell isTitle>{name}</Cell>
            <Cell label={t`Dependants`} align="end">
              {at}
            </Cell>
            <Cell label={t`State`}>
              <Badge kind={at === 2 ? 'caution' : 'good'}>{at === 2 ? t`Overdue` : t`On site`}</Badge>
            </Cell>
            <Cell isAction>
              <Menu triggerKind="icon" triggerLabel={t`Actions for ${name}`} trigger={<Ellipsis size={20} />}>
                <MenuItem>{t`Print`}</MenuItem>
              </Menu>
            </Cell>
          </TableRow>
        ))}
      </Table>
      <SelectionBar summary={<Plural value={chosen.size} one="# selected" other="# selected" />}>
        <Button size="small" onClick={() => setChosen(new Set())}>
          <Trans>Clear</Trans>
        </Button>
      </SelectionBar>
      <Table
        caption={t`Loading…`}
        density="compact"
        head={
          <>
            <HeadCell>{t`Name`}</HeadCell>
            <HeadCell>{t`State`}</HeadCell>
          </>
        }
      >
        <SkeletonRows rows={3} columns={2} />
      </Table>
      <Pager
        label={t`Pages`}
        summary={<Trans>31–60 of 1,240</Trans>}
        previousLabel={t`Previous page`}
        nextLabel={t`Next page`}
        onNext={() => {}}
      />
    </Samples>
  )
}
