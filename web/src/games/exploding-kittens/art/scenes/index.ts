// Which picture is on which card, and what it is printed on.
import type { Component } from "svelte";
import type { Kind } from "../../../../protocol/games/exploding-kittens";
import AlterTheFuture from "./AlterTheFuture.svelte";
import Attack from "./Attack.svelte";
import BeardCat from "./BeardCat.svelte";
import CatomicBomb from "./CatomicBomb.svelte";
import Cattermelon from "./Cattermelon.svelte";
import CurseOfTheCatButt from "./CurseOfTheCatButt.svelte";
import Defuse from "./Defuse.svelte";
import DrawFromTheBottom from "./DrawFromTheBottom.svelte";
import ExplodingKitten from "./ExplodingKitten.svelte";
import Favor from "./Favor.svelte";
import FeralCat from "./FeralCat.svelte";
import GarbageCollection from "./GarbageCollection.svelte";
import HairyPotatoCat from "./HairyPotatoCat.svelte";
import ImplodingKitten from "./ImplodingKitten.svelte";
import Leap from "./Leap.svelte";
import Mark from "./Mark.svelte";
import Nope from "./Nope.svelte";
import RainbowRalphingCat from "./RainbowRalphingCat.svelte";
import Reverse from "./Reverse.svelte";
import SeeTheFuture from "./SeeTheFuture.svelte";
import Shuffle from "./Shuffle.svelte";
import StreakingKitten from "./StreakingKitten.svelte";
import SwapTopAndBottom from "./SwapTopAndBottom.svelte";
import Tacocat from "./Tacocat.svelte";
import TargetedAttack from "./TargetedAttack.svelte";

interface Printed {
  Scene: Component<Record<string, unknown>>;
  with: Record<string, unknown>;
  ground: "tone" | "ink" | "paper";
}

export const SCENES: Record<Kind, Printed> = {
  exploding_kitten: on(ExplodingKitten),
  imploding_kitten: on(ImplodingKitten, {}, "ink"),
  defuse: on(Defuse),
  nope: on(Nope, {}, "ink"),
  attack: on(Attack),
  targeted_attack: on(TargetedAttack),
  skip: on(Leap, { caped: false }),
  super_skip: on(Leap, { caped: true }),
  shuffle: on(Shuffle),
  see_the_future: on(SeeTheFuture, { count: 3 }),
  see_the_future_five: on(SeeTheFuture, { count: 5 }),
  alter_the_future: on(AlterTheFuture, { count: 3 }),
  alter_the_future_five: on(AlterTheFuture, { count: 5 }),
  reverse: on(Reverse),
  draw_from_the_bottom: on(DrawFromTheBottom),
  swap_top_and_bottom: on(SwapTopAndBottom),
  mark: on(Mark),
  curse_of_the_cat_butt: on(CurseOfTheCatButt),
  catomic_bomb: on(CatomicBomb),
  garbage_collection: on(GarbageCollection),
  streaking_kitten: on(StreakingKitten),
  favor: on(Favor),
  tacocat: on(Tacocat),
  beard_cat: on(BeardCat),
  rainbow_ralphing_cat: on(RainbowRalphingCat),
  hairy_potato_cat: on(HairyPotatoCat),
  cattermelon: on(Cattermelon),
  feral_cat: on(FeralCat),
};

function on(Scene: unknown, props: Record<string, unknown> = {}, ground: Printed["ground"] = "tone"): Printed {
  return { Scene: Scene as Printed["Scene"], with: props, ground };
}
