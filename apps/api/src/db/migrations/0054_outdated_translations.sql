ALTER TABLE "question_versions" ADD COLUMN "outdated" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
-- Of the texts of questions the versions tell: a text that was changed after its translation. Those of answers are compared from now on.
update question_versions v set outdated = found.outdated
from (
  select client_id, question_id, jsonb_object_agg(language, jsonb_build_object('text', to_jsonb(text_at))) as outdated
  from (
    select c.client_id, c.question_id, l.language,
      max(c.created_at) filter (where c.text is distinct from c.text_before) as text_at,
      max(c.created_at) filter (where c.texts ->> l.language is distinct from c.texts_before ->> l.language) as translated_at,
      (array_agg(c.texts ->> l.language order by c.version desc))[1] as translation
    from (
      select *, lag(text) over w as text_before, lag(texts) over w as texts_before
      from question_versions window w as (partition by client_id, question_id order by version)
    ) c cross join (values ('en'), ('en-au'), ('es')) l (language)
    group by 1, 2, 3
  ) changes
  where translation is not null and text_at > translated_at
  group by 1, 2
) found
where v.client_id = found.client_id and v.question_id = found.question_id
  and v.version = (select q.version from questions q where q.client_id = v.client_id and q.id = v.question_id);
