-- Staff see no board before their second factor, unless a client chooses so from now on.
ALTER TABLE "clients" RENAME COLUMN "board_requires_two_step" TO "board_without_two_step";--> statement-breakpoint
ALTER TABLE "clients" ALTER COLUMN "board_without_two_step" SET DATA TYPE boolean USING false;