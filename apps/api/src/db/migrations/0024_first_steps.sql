ALTER TABLE "clients" ADD COLUMN "closed_steps" jsonb DEFAULT '{}'::jsonb NOT NULL;
